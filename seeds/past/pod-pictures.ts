const WIDTH = 720
const HEIGHT = 960
const QUALITY = 60

/** How the scan of a signed LR looks. */
export type PodPicture = 'clean' | 'remarked' | 'blurred'

/** Draws the scans of signed LRs, without letters, so that no font is needed: a form, a stamp, a signature. */
export async function drawPods(): Promise<Record<PodPicture, Buffer>> {
  const { default: sharp } = await import('sharp')
  const draw = (marks: string, blur = 0) => {
    const drawn = sharp(Buffer.from(form(marks)))
    return (blur > 0 ? drawn.blur(blur) : drawn).jpeg({ quality: QUALITY }).toBuffer()
  }
  return { clean: await draw(''), remarked: await draw(REMARK), blurred: await draw('', 9) }
}

/** Words as they look from afar: strokes of different lengths. */
const words = (y: number, lengths: readonly number[]) => {
  let x = 80
  return lengths
    .map(length => {
      const stroke = `<rect x="${x}" y="${y}" width="${length}" height="9" rx="3" fill="#5b6470"/>`
      x += length + 14
      return stroke
    })
    .join('')
}

const rows = [230, 270, 310, 350, 390]
const grid = `${rows.map(y => `<path d="M70 ${y}H650"/>`).join('')}<path d="M70 230V390M250 230V390M470 230V390M650 230V390"/>`

const form = (marks: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
  <rect width="100%" height="100%" fill="#d8d3c8"/>
  <g transform="rotate(-1.2 360 480)">
    <rect x="34" y="30" width="652" height="900" fill="#fbfaf5"/>
    <rect x="80" y="76" width="260" height="26" rx="4" fill="#25364d"/>
    <rect x="470" y="80" width="180" height="18" rx="4" fill="#9aa3ad"/>
    ${words(140, [120, 80, 60, 150])}${words(168, [90, 140, 70])}
    <g stroke="#8d96a1" stroke-width="2" fill="none">${grid}</g>
    ${words(246, [60, 70])}${words(286, [80, 40])}${words(326, [50, 60])}${words(366, [70, 30])}
    ${words(440, [140, 60, 190, 40])}${words(468, [60, 120, 80])}
    <g fill="none" stroke="#3a4fa3" stroke-width="5" opacity="0.75">
      <circle cx="190" cy="700" r="86"/><circle cx="190" cy="700" r="62"/><path d="M140 700h100M156 676h68M156 724h68"/>
    </g>
    <path d="M380 740c30-90 60-90 50-20s-40 60-10 20 50-70 60-20 30 20 50-10 30-20 70-30" fill="none" stroke="#1f2a63" stroke-width="6"/>
    <path d="M370 780H640" stroke="#8d96a1" stroke-width="2"/>
    ${marks}
  </g>
</svg>`

/** Written across in red: what is short or damaged. */
const REMARK =
  '<g fill="none" stroke="#b3261e" stroke-width="6"><rect x="380" y="520" width="250" height="96" rx="10"/><path d="M400 560c20-24 36 24 56 0s36 24 56 0 36 24 56 0M400 592h150"/></g>'
