/** Units as people write them in a message, and how to convert a quantity to the sales unit of a product. */

/** `EA` counts pieces; KG, G, L and ML measure; anything else is a container: BOTTLE, DRUM, BOX … */
export type Unit = string

const words: Record<Unit, string> = {
  EA: 'ea each no nos number numbers pc pcs piece pieces unit units',
  KG: 'kg kgs kilo kilos kilogram kilograms',
  G: 'g gm gms gram grams grm',
  L: 'l lt ltr ltrs litre litres liter liters',
  ML: 'ml mls',
  MT: 'mt ton tons tonne tonnes',
  BOTTLE: 'btl btls bottle bottles bot',
  VIAL: 'vial vials',
  KIT: 'kit kits',
  DRUM: 'drum drums',
  BAG: 'bag bags',
  CARBOY: 'carboy carboys',
  CAN: 'can cans jerrycan jerrycans',
  PACK: 'pack packs pkt pkts packet packets',
  BOX: 'box boxes bx',
  CASE: 'case cases carton cartons ctn ctns',
  SET: 'set sets',
}
const byWord = new Map(Object.entries(words).flatMap(([unit, list]) => list.split(' ').map(word => [word, unit])))

/** The unit a word stands for, a full stop behind it or not; undefined for any other word. */
export const unitOf = (word: string): Unit | undefined => byWord.get(word.toLowerCase().replace(/\.$/, ''))

/** Whether a unit measures a substance, so that it may as well be the size of a pack. */
export const isMeasure = (unit: Unit) => ['KG', 'G', 'L', 'ML', 'MT'].includes(unit)

/** A unit as a sentence says it: `kg`, `bottles`. */
export const unitText = (unit: Unit): string =>
  unit === 'EA'
    ? 'pieces'
    : isMeasure(unit)
      ? unit.toLowerCase()
      : `${unit.toLowerCase()}${unit === 'BOX' ? 'es' : 's'}`

/** How much of the larger unit one of the smaller is, in thousandths. */
const scales: Record<string, number> = {
  'G KG': 1,
  'KG MT': 1,
  'ML L': 1,
  'KG G': 1_000_000,
  'MT KG': 1_000_000,
  'L ML': 1_000_000,
}

interface SoldAs {
  uom: string
  packQty: number
  packSize: string | null
}

/**
 * Converts a quantity in thousandths, written in `unit`, to the sales unit of a product. `sure` is false where the
 * conversion is only likely, and `qty` is null where the two units are unrelated.
 */
export function toSalesUnit(qty: number, unit: Unit | null, product: SoldAs): { qty: number | null; sure: boolean } {
  const { packQty, packSize } = product
  const uom = unitOf(product.uom) ?? product.uom
  if (unit === null || unit === uom) return { qty, sure: true }
  const scale = scales[`${unit} ${uom}`]
  if (scale !== undefined) {
    const exact = (qty * scale) / 1000
    return Number.isSafeInteger(exact) ? { qty: exact, sure: true } : { qty: null, sure: false }
  }
  if (isMeasure(unit) || (unit === 'EA' && isMeasure(uom))) return { qty: null, sure: false }
  if (unit === 'EA') return { qty, sure: true }
  // A drum of what is sold by the kilogram, or a box of what is packed by the dozen.
  const named = (packSize ?? '').split(/\s+/).some(word => unitOf(word) === unit)
  if (packQty > 1000) return { qty: Math.round((qty * packQty) / 1000), sure: named && isMeasure(uom) }
  return { qty, sure: !isMeasure(uom) }
}
