import { useEffect, useState } from "react";
import styles from "./index.module.css";

export default function Home() {
  const [status, setStatus] = useState("loading");
  useEffect(() => setStatus("running"), []);
  return <h1 className={styles.title}>Next.js is {status}</h1>;
}
