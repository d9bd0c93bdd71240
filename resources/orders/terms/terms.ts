import { sum } from '../../define/amounts.ts'
import { optionText } from '../../define/option-text.ts'
import { pick } from '../../define/pick.ts'
import { dayText, percentText, quantityText, rupeesPer } from '../../define/show.ts'
import type { Order } from '../order.ts'
import { termNames } from '../order-input.ts'
import type { OrderLine } from '../order-line.ts'

/** Terms of a line; prices in paise for `priceUnit` units, quantity in thousandths, percent in hundredths. */
export interface LineTerms
  extends Pick<
    OrderLine,
    'lineNo' | 'productId' | 'qty' | 'uom' | 'priceUnit' | 'listPrice' | 'netPrice' | 'manualDiscountPct' | 'plantId'
  > {
  /** The requested days of its deliveries, earliest first. */
  dates: readonly string[]
}

export const headerTerms = [...termNames, 'shipToId'] as const

/** The commercial terms of an order: what its customer agrees to, and what its approvals are given for. */
export interface OrderTerms extends Pick<Order, (typeof headerTerms)[number]> {
  lines: readonly LineTerms[]
}

type TermsLine = Omit<LineTerms, 'dates'> & { lineStatus: string; dates: readonly string[] }

/** The terms of an order with these lines; rejected, cancelled and deleted ones are no part of them. */
export const orderTermsOf = (
  header: Pick<Order, (typeof headerTerms)[number]>,
  lines: readonly TermsLine[],
): OrderTerms => ({
  ...pick(header, headerTerms),
  lines: lines
    .filter(({ lineStatus }) => lineStatus === 'OPEN')
    .map(({ dates, ...line }) => ({ ...pick(line, lineTerms), dates: [...dates].sort() })),
})

const lineTerms = [
  'lineNo',
  'productId',
  'qty',
  'uom',
  'priceUnit',
  'listPrice',
  'netPrice',
  'manualDiscountPct',
  'plantId',
] as const satisfies readonly (keyof LineTerms)[]

export const termKinds = [
  'quantity',
  'price',
  'discount',
  'date',
  'plant',
  'refused',
  'added',
  'freightTerms',
  'transMode',
  'paymentTerms',
  'shipTo',
] as const
export type TermKind = (typeof termKinds)[number]

/** One difference of the terms of an order, in words that stand before and after an arrow. */
export interface TermsChange {
  what: TermKind
  /** The line, and null for what counts for the whole order. */
  lineNo: number | null
  productId: number | null
  was: string
  now: string
  /** There is more of a product than before. */
  isMore?: true
}

/** The day on which goods from a plant arrive; null where no plant supplies them. */
type ArrivesOn = (plantId: number | null) => string | null
const SAME_DAY: ArrivesOn = () => null

/**
 * What differs between two terms of an order: the one difference that decides about acceptance, a new round of
 * approvals and what is told to the customer. A plant counts where the goods then come later.
 */
export function changesOf(was: OrderTerms, now: OrderTerms, arrivesOn: ArrivesOn = SAME_DAY): TermsChange[] {
  const before = Map.groupBy(was.lines, ({ productId }) => productId)
  const after = Map.groupBy(now.lines, ({ productId }) => productId)
  const products = [...new Set([...before.keys(), ...after.keys()])]
  return [
    ...products.flatMap(id => changesOfProduct(before.get(id) ?? [], after.get(id) ?? [], arrivesOn)),
    ...changesOfHeader(was, now),
  ]
}

function changesOfHeader(was: OrderTerms, now: OrderTerms): TermsChange[] {
  const ofOrder = { lineNo: null, productId: null }
  const changed = (what: TermKind, before: string, after: string): TermsChange[] =>
    before === after ? [] : [{ ...ofOrder, what, was: before, now: after }]
  return [
    ...changed('freightTerms', optionText(was.freightTerms), optionText(now.freightTerms)),
    ...changed('transMode', optionText(was.transMode), optionText(now.transMode)),
    ...changed('paymentTerms', `${was.paymentTermsDays} days`, `${now.paymentTermsDays} days`),
    ...(was.shipToId === now.shipToId
      ? []
      : [{ ...ofOrder, what: 'shipTo' as const, was: 'the earlier address', now: 'another address' }]),
  ]
}

/** Lines of one product are compared one by one, or by their sum where there are more or fewer of them. */
function changesOfProduct(was: readonly LineTerms[], now: readonly LineTerms[], arrivesOn: ArrivesOn): TermsChange[] {
  if (now.length === 0)
    return was.map(line => changed('refused', line, ofQty(line, line.qty), 'no longer on the order'))
  if (was.length === 0) return now.map(line => changed('added', line, 'not on the order', ofQty(line, line.qty)))
  const paired = was.length === now.length
  const quantities = paired
    ? now.flatMap((line, at) => changeOfQty(line, was[at]!.qty, line.qty))
    : changeOfQty(now[0]!, total(was), total(now))
  return [
    ...quantities,
    ...now.flatMap((line, at) => changesOfLine((paired ? was[at] : likest(was, line))!, line, arrivesOn)),
  ]
}

const total = (lines: readonly LineTerms[]) => sum(lines.map(({ qty }) => qty))
/** The line of before that has the same price, else the first. */
const likest = (was: readonly LineTerms[], line: LineTerms) => was.find(each => hasPriceOf(each, line)) ?? was[0]!

const hasPriceOf = (one: LineTerms, other: LineTerms) =>
  one.netPrice * other.priceUnit === other.netPrice * one.priceUnit && one.manualDiscountPct === other.manualDiscountPct

function changeOfQty(line: LineTerms, was: number, now: number): TermsChange[] {
  if (was === now) return []
  return [{ ...changed('quantity', line, ofQty(line, was), ofQty(line, now)), ...(now > was && { isMore: true }) }]
}

function changesOfLine(was: LineTerms, now: LineTerms, arrivesOn: ArrivesOn): TermsChange[] {
  const changes: TermsChange[] = []
  const priceText = ({ netPrice, priceUnit }: LineTerms) => rupeesPer(netPrice, priceUnit)
  if (was.netPrice * now.priceUnit !== now.netPrice * was.priceUnit)
    changes.push(changed('price', now, priceText(was), priceText(now)))
  if (was.manualDiscountPct !== now.manualDiscountPct)
    changes.push(changed('discount', now, percentText(was.manualDiscountPct), percentText(now.manualDiscountPct)))
  if (was.dates.join() !== now.dates.join()) changes.push(changed('date', now, daysText(was), daysText(now)))
  const [came, comes] = was.plantId === now.plantId ? [null, null] : [arrivesOn(was.plantId), arrivesOn(now.plantId)]
  if (came !== null && comes !== null && comes > came)
    changes.push(changed('plant', now, `expected on ${dayText(came)}`, `on ${dayText(comes)}, from another plant`))
  return changes
}

const changed = (what: TermKind, { lineNo, productId }: LineTerms, was: string, now: string): TermsChange => ({
  what,
  lineNo,
  productId,
  was,
  now,
})
const ofQty = ({ uom }: LineTerms, qty: number) => `${quantityText(qty)} ${uom}`
const daysText = ({ dates }: LineTerms) => dates.map(dayText).join(', ')

/** Terms that say what something costs, which buyers through a distributor do not read. */
export const pricedTerms: readonly TermKind[] = ['price', 'discount']

/** Differences that only approvals look at: the price shows what a discount changed. */
const innerTerms: readonly TermKind[] = ['discount']

/** The differences that the customer is asked about. */
export const toAccept = (changes: readonly TermsChange[]) => changes.filter(({ what }) => !innerTerms.includes(what))

const roundTerms: readonly TermKind[] = [
  'added',
  'price',
  'discount',
  'shipTo',
  'freightTerms',
  'transMode',
  'paymentTerms',
]

/** Whether approvals begin anew: for other goods, more of them, or other prices or terms; never for days or fewer goods. */
export const startsRound = (changes: readonly TermsChange[]): boolean =>
  changes.some(({ what, isMore }) => roundTerms.includes(what) || isMore)

const labels: Record<TermKind, string> = {
  quantity: 'quantity',
  price: 'price',
  discount: 'manual discount',
  date: 'day',
  plant: 'arrival',
  refused: 'refused',
  added: 'new',
  freightTerms: 'Freight terms',
  transMode: 'Mode of transport',
  paymentTerms: 'Payment terms',
  shipTo: 'Ship-to',
}

/** A difference with the code of its product. */
export interface NamedChange extends Omit<TermsChange, 'productId' | 'isMore'> {
  product: string | null
}

/** A difference in a line: «Line 10 LS-1001, quantity: 100 KG → 60 KG». */
export function changeText({ what, lineNo, product, was, now }: NamedChange): string {
  const where = lineNo === null ? labels[what] : `Line ${lineNo} ${product ?? ''}, ${labels[what]}`
  return `${where}: ${was} → ${now}`
}
