/** Where the sorting districts of some PIN codes lie, by their first two digits, in degrees. */
const districts: Readonly<Record<string, readonly [north: number, east: number]>> = {
  11: [28.6, 77.2],
  12: [28.4, 77.0],
  20: [28.6, 77.4],
  22: [26.8, 80.9],
  30: [26.9, 75.8],
  36: [22.3, 70.8],
  38: [23.0, 72.6],
  39: [22.3, 73.2],
  40: [19.1, 72.9],
  41: [18.5, 73.9],
  42: [19.3, 73.1],
  43: [19.9, 75.3],
  44: [21.1, 79.1],
  45: [22.7, 75.9],
  46: [23.3, 77.4],
  50: [17.4, 78.5],
  53: [17.7, 83.2],
  56: [13.0, 77.6],
  58: [15.4, 75.1],
  60: [13.1, 80.3],
  64: [11.0, 77.0],
  68: [10.0, 76.3],
  70: [22.6, 88.4],
  75: [20.3, 85.8],
  78: [26.2, 91.7],
}

/** By road about a third longer than as the crow flies; null where the table does not know a PIN code. */
export function kmBetween(fromPin: string, toPin: string): number | null {
  const [a, b] = [fromPin, toPin].map(pin => districts[pin.slice(0, 2)])
  if (!a || !b) return null
  const [north, east] = [(b[0] - a[0]) * 111, (b[1] - a[1]) * 111 * Math.cos((a[0] * Math.PI) / 180)]
  return Math.max(8, Math.round(Math.hypot(north, east) * 1.33))
}
