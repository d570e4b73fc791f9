import { useEffect, useState } from "react";
import styles from "./index.module.css";

export default function Home() {
  const [where, setWhere] = useState("in the wings");
  useEffect(() => setWhere("on stage"), []);
  return <h1 className={styles.title}>Next is {where}</h1>;
}
