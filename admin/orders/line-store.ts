import type { Fault, LineBody, OfferedProduct, Quote, QuotedLine } from './order-shapes.ts'

/** A row of the order pad. A number that was typed wrongly stays as text. */
export interface PadLine {
  key: string
  /** What stands in the product box. */
  typed: string
  product: OfferedProduct | null
  /** The server knows no product of that code for this customer. */
  unknown: boolean
  qty: number | string | null
  manualDiscountPct: number | string | null
  /** What the pad does not show, kept as it came. */
  kept: Omit<LineBody, 'productId' | 'qty' | 'manualDiscountPct'>
}

export type PadColumn = 'product' | 'qty' | 'discount'

/** A fault with its place in the pad; without a key it is about the order as a whole. */
export interface PadFault extends Fault {
  key: string | null
  column: PadColumn | null
}

/** The latest answer to the pad's questions about price, source and rules. */
export interface Quoted {
  state: 'none' | 'asking' | 'known' | 'failed'
  quote: Quote | null
  faults: readonly PadFault[]
  warnings: readonly PadFault[]
  error: string | null
}

const NOTHING: Quoted = { state: 'none', quote: null, faults: [], warnings: [], error: null }
const PLAIN: PadLine['kept'] = {
  promoCode: null,
  plantId: null,
  requestedBatchNo: null,
  singleBatchRequired: false,
  shippingInstruction: null,
  schedules: [],
}

let made = 0
/** A row of the pad, empty but for what is given. */
export const padLine = (given: Partial<Omit<PadLine, 'key'>> = {}): PadLine => ({
  key: `l${++made}`,
  typed: given.product?.code ?? '',
  product: null,
  unknown: false,
  qty: null,
  manualDiscountPct: null,
  kept: PLAIN,
  ...given,
})

export const isBlank = ({ typed, product, qty, manualDiscountPct }: PadLine) =>
  product === null && typed.trim() === '' && qty === null && manualDiscountPct === null

/**
 * The rows of the order pad, outside React: a keystroke reaches the row it belongs to and nothing else. An empty row
 * always stands last, for the next product.
 */
export class LineStore {
  private all: readonly PadLine[]
  private byKey = new Map<string, PadLine>()
  private ordered: readonly string[] = []
  private quoted: Quoted = NOTHING
  private quotedByKey = new Map<string, QuotedLine>()
  private listeners = new Set<() => void>()
  /** Counts what a person changed; answers of the server do not count. */
  revision = 0

  constructor(lines: readonly PadLine[] = []) {
    this.all = lines
    this.settle()
  }

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
    }
  }
  readonly keys = () => this.ordered
  readonly lines = () => this.all
  readonly answer = () => this.quoted
  line(key: string) {
    return this.byKey.get(key)
  }
  quotedLine(key: string) {
    return this.quotedByKey.get(key)
  }
  /** The rows that say something. */
  filled() {
    return this.all.filter(line => !isBlank(line))
  }

  change(key: string, changes: Partial<Omit<PadLine, 'key'>>) {
    this.replace(this.all.map(line => (line.key === key ? { ...line, ...changes } : line)))
  }

  /** Puts rows before the given one, or last; that row goes when it is empty. */
  add(lines: readonly PadLine[], before?: string) {
    const at = this.all.findIndex(({ key }) => key === before)
    const place = at < 0 ? this.all.length : at
    const rest = [...this.all.slice(0, place), ...lines, ...this.all.slice(place)]
    this.replace(rest.filter((line, index) => !isBlank(line) || index === rest.length - 1))
  }

  remove(key: string) {
    this.quotedByKey.delete(key)
    this.replace(this.all.filter(line => line.key !== key))
  }

  /** Takes an answer in; its lines belong to the rows of `keys`, in that order. Without keys the lines stay as they were. */
  hear(quoted: Quoted, keys?: readonly string[]) {
    this.quoted = quoted
    if (quoted.state === 'none') this.quotedByKey = new Map()
    if (quoted.state === 'known' && keys) {
      this.quotedByKey = new Map(quoted.quote!.lines.map(line => [keys[line.index]!, line]))
    }
    this.tell()
  }

  private replace(lines: readonly PadLine[]) {
    this.all = lines
    this.revision += 1
    this.settle()
    this.tell()
  }

  private settle() {
    const last = this.all.at(-1)
    if (!last || !isBlank(last)) this.all = [...this.all, padLine()]
    this.byKey = new Map(this.all.map(line => [line.key, line]))
    const keys = this.all.map(({ key }) => key)
    const same = keys.length === this.ordered.length && keys.every((key, index) => key === this.ordered[index])
    if (!same) this.ordered = keys
  }

  private tell() {
    for (const listener of this.listeners) listener()
  }
}
