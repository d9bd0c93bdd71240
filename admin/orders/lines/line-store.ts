import { replaceEqualDeep } from '@tanstack/react-query'
import type { LineBody, OrderBody } from '../../../resources/orders/order-input.ts'
import type { OfferedProduct } from '../../../resources/orders/pad/offers.ts'
import { type SharedInstruction, sharedInstruction } from '../../../resources/orders/pad/shared-instruction.ts'
import type { Quote, QuoteFault, QuoteLine } from '../../../resources/orders/quote/quote.ts'

/** A row of the order pad. An invalid number stays as typed text. */
export interface PadLine {
  key: string
  /** The text in the product box. */
  typed: string
  product: OfferedProduct | null
  /** What the text was found to mean, where that is not one product. */
  lookedUp: 'none' | 'several' | null
  /** How the product was recognised, where the pasted text is not the company's code. */
  recognisedAs: string | null
  qty: number | string | null
  manualDiscountPct: number | string | null
  /** Fields that the pad does not show, preserved as loaded. */
  extras: Omit<LineBody, 'productId' | 'qty' | 'manualDiscountPct'>
}

export type PadColumn = 'product' | 'qty' | 'discount'

/** What was decided about a row. */
export type QuotedRow = Omit<QuoteLine, 'index'>

/** A fault with its place in the pad; without a key it is about the order as a whole. */
export interface PadFault
  extends Pick<QuoteFault, 'code' | 'field' | 'message'>,
    Partial<Omit<QuoteFault, 'code' | 'field' | 'message'>> {
  key: string | null
  column: PadColumn | null
}

/** The latest quote: price, source and rules for the pad. */
export interface QuoteState {
  state: 'none' | 'asking' | 'known' | 'failed'
  quote: Quote | null
  /** The request that it answers. */
  request: { body: OrderBody; keys: readonly string[] } | null
  faults: readonly PadFault[]
  warnings: readonly PadFault[]
  error: string | null
}

const NONE: readonly PadFault[] = []
/** No quote yet, or nothing to quote. */
export const NO_QUOTE: QuoteState = {
  state: 'none',
  quote: null,
  request: null,
  faults: NONE,
  warnings: NONE,
  error: null,
}
/** What a line has that asks for nothing more than its product and quantity. */
export const PLAIN: PadLine['extras'] = {
  promoCode: null,
  plantId: null,
  requestedBatchNo: null,
  singleBatchRequired: false,
  shippingInstruction: null,
  eudDocumentId: null,
  schedules: [],
}

let made = 0
/** A pad row with a new key, empty except for the given fields. */
export const padLine = (given: Partial<Omit<PadLine, 'key'>> = {}): PadLine => ({
  key: `n${++made}`,
  typed: given.product?.code ?? '',
  product: null,
  lookedUp: null,
  recognisedAs: null,
  qty: null,
  manualDiscountPct: null,
  extras: PLAIN,
  ...given,
})

export const isBlank = ({ typed, product, qty, manualDiscountPct }: PadLine) =>
  product === null && typed.trim() === '' && qty === null && manualDiscountPct === null

/**
 * The rows of the order pad, outside React, so that a keystroke renders only its own row. The last row is always empty,
 * for the next product.
 */
export class LineStore {
  private all: readonly PadLine[]
  private byKey = new Map<string, PadLine>()
  private ordered: readonly string[] = []
  private quoted: QuoteState = NO_QUOTE
  private quotedByKey = new Map<string, QuotedRow>()
  private shared: SharedInstruction | null = null
  private listeners = new Set<() => void>()
  private typedRows = 0
  /** Counts the person's changes; server answers do not count. */
  revision = 0
  /** Whether the answer is about what the pad holds now. */
  isCurrent = false
  /** The row that the focus is in: what it lacks is still being typed. */
  entering: string | null = null

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
  /** The shipping instruction that is shown once above the lines. */
  readonly instruction = () => this.shared
  line(key: string) {
    return this.byKey.get(key)
  }
  quotedLine(key: string) {
    return this.quotedByKey.get(key)
  }
  /** The number of filled rows. */
  readonly count = () => this.filled().length
  /** The rows that are not blank. */
  filled() {
    return this.all.filter(line => !isBlank(line))
  }

  change(key: string, changes: Partial<Omit<PadLine, 'key'>>) {
    this.replace(this.all.map(line => (line.key === key ? { ...line, ...changes } : line)))
  }

  /** Notes which row the focus is in now. */
  enter(key: string | null) {
    if (this.entering === key) return
    this.entering = key
    this.tell()
  }

  /** Changes fields of a row that the pad does not show, and leaves the others as they are now. */
  changeExtras(key: string, changes: Partial<PadLine['extras']>) {
    const line = this.byKey.get(key)
    if (line) this.change(key, { extras: { ...line.extras, ...changes } })
  }

  /** Inserts rows before the given one, or at the end; an empty given row is removed. */
  add(lines: readonly PadLine[], before?: string) {
    const at = this.all.findIndex(({ key }) => key === before)
    const place = at < 0 ? this.all.length : at
    const rest = [...this.all.slice(0, place), ...lines, ...this.all.slice(place)]
    this.replace(rest.filter((line, index) => !isBlank(line) || index === rest.length - 1))
  }

  /** Replaces all rows. */
  reset(lines: readonly PadLine[]) {
    // They get new keys, since theirs may already be in use.
    this.replace(lines.map(({ key: _, ...line }) => padLine(line)))
  }

  remove(key: string) {
    this.quotedByKey.delete(key)
    this.replace(this.all.filter(line => line.key !== key))
  }

  /**
   * Merges an answer into the state; values equal to the present ones keep their identity, so that nothing renders for
   * them.
   */
  applyQuote(changes: Partial<QuoteState>) {
    const before = this.quoted
    const now = { ...before, ...changes }
    if (changes.state && changes.state !== 'asking') this.isCurrent = true
    const [faults, warnings] = [
      replaceEqualDeep(before.faults, now.faults),
      replaceEqualDeep(before.warnings, now.warnings),
    ]
    this.quoted = { ...now, faults, warnings }
    if (now.quote === null) this.quotedByKey = new Map()
    else if (changes.quote) this.quotedByKey = this.decided(changes.quote, now.request!.keys)
    const texts = now.quote?.lines.map(({ shippingInstruction }) => shippingInstruction) ?? []
    this.shared = replaceEqualDeep(this.shared, sharedInstruction(texts))
    this.tell()
  }

  /** Something was changed that the answer does not know yet. */
  outdate() {
    if (!this.isCurrent) return
    this.isCurrent = false
    this.tell()
  }

  private decided({ lines }: Quote, keys: readonly string[]) {
    return new Map(
      lines.map(({ index, ...line }) => [keys[index]!, replaceEqualDeep(this.quotedByKey.get(keys[index]!), line)]),
    )
  }

  private replace(lines: readonly PadLine[]) {
    this.all = lines
    this.revision += 1
    this.settle()
    this.tell()
  }

  private settle() {
    const last = this.all.at(-1)
    // Rows for typing are counted by their own pad: React may begin one twice.
    if (!last || !isBlank(last)) this.all = [...this.all, { ...padLine(), key: `l${++this.typedRows}` }]
    this.byKey = new Map(this.all.map(line => [line.key, line]))
    const keys = this.all.map(({ key }) => key)
    const same = keys.length === this.ordered.length && keys.every((key, index) => key === this.ordered[index])
    if (!same) this.ordered = keys
  }

  private tell() {
    for (const listener of this.listeners) listener()
  }
}
