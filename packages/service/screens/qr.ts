import makeQrCode from "qrcode-generator";
import { html, type Html } from "./html.ts";

/** Light border a reader needs, modules. [ISO/IEC 18004 §6.3.8] */
const QUIET_ZONE = 4;

/**
 * Draws a QR code as an SVG picture.
 * @param text What it says.
 * @param label What screen readers say of it.
 */
export function qrPicture(text: string, label: string): Html {
  const code = makeQrCode(0, "M");
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const size = count + 2 * QUIET_ZONE;
  const rows = Array.from({ length: count }, (_, row) =>
    Array.from({ length: count }, (_, column) =>
      code.isDark(row, column) ? `M${column + QUIET_ZONE} ${row + QUIET_ZONE}h1v1h-1z` : "",
    ).join(""),
  );
  return html`<svg
    class="qr"
    viewBox="0 0 ${size} ${size}"
    role="img"
    aria-label="${label}"
    shape-rendering="crispEdges"
  >
    <rect width="${size}" height="${size}" fill="#fff" />
    <path d="${rows.join("")}" fill="#000" />
  </svg>`;
}
