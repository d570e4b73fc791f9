import { useEffect, useState } from "react";

export default function Lamp() {
  const [lit, setLit] = useState(false);
  useEffect(() => setLit(true), []);
  return <p id="lamp">{lit ? "The lamp is lit." : "The lamp is dark."}</p>;
}
