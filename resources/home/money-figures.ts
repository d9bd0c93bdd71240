import type { Resource } from '../define/resource.ts'
import { paymentCapture } from '../payments/money/payment-capture.ts'
import { moneyOnAccount, moneyToDecide, unsettledCaptures } from '../payments/payment-lists.ts'
import { refund } from '../payments/refund.ts'
import { tdsCertificate } from '../payments/tds/tds-certificate.ts'
import { type Tile, tileLinks } from './tile.ts'

type Where = NonNullable<Extract<Tile['counts'], { list: unknown }>['where']>

/** A sum of the money on the home page of Finance: rows of a list, which it opens. */
interface MoneyFigure {
  label: string
  list: Resource
  where: Where
  /** The column that is summed; paise. */
  amount: string
}

const inRupees = { currency: ['INR'] } as const

/** What gateways took and have not passed on, one sum a payment account. */
export const accountFigures = {
  yesterday: {
    label: 'Captured yesterday',
    list: paymentCapture,
    where: { ...inRupees, capturedAt: { within: 'yesterday' } },
    amount: 'amount',
  },
  today: {
    label: 'Captured today',
    list: paymentCapture,
    where: { ...inRupees, capturedAt: { within: 'today' } },
    amount: 'amount',
  },
  unsettled: { label: 'Not settled', list: unsettledCaptures, where: inRupees, amount: 'amount' },
  overThreeDays: {
    label: 'Over 3 days',
    list: unsettledCaptures,
    where: { ...inRupees, capturedAt: { olderThan: 4 } },
    amount: 'amount',
  },
  overSevenDays: {
    label: 'Over 7 days',
    list: unsettledCaptures,
    where: { ...inRupees, capturedAt: { olderThan: 8 } },
    amount: 'amount',
  },
} as const satisfies Readonly<Record<string, MoneyFigure>>

/** What waits or lies with us, over all accounts. */
export const moneyFigures = {
  onAccount: { label: 'On account', list: moneyOnAccount, where: {}, amount: 'amount' },
  toDecide: { label: 'To decide', list: moneyToDecide, where: inRupees, amount: 'unresolvedAmount' },
  refunds: {
    label: 'Refunds under way',
    list: refund,
    where: { status: ['CONFIRMED', 'ASKED', 'ACCEPTED'] },
    amount: 'amount',
  },
  certificates: {
    label: 'TDS certificates missing',
    list: tdsCertificate,
    where: { isMissing: true },
    amount: 'expectedAmount',
  },
} as const satisfies Readonly<Record<string, MoneyFigure>>

export type AccountFigure = keyof typeof accountFigures
export type TotalFigure = keyof typeof moneyFigures
export const accountFigureNames = Object.keys(accountFigures) as readonly AccountFigure[]
export const totalFigureNames = Object.keys(moneyFigures) as readonly TotalFigure[]

/** The address at which a list shows the rows of a figure, those of one payment account where it is of one. */
export function figureAddress({ list, where }: MoneyFigure, today: string, accountId?: number): string {
  const of = accountId === undefined ? where : { ...where, accountId: [String(accountId)] }
  return tileLinks({ ...asTile, counts: { list, where: of } }, today).all!
}

const asTile = { name: '', group: 'money', label: '', roles: [] } as const
