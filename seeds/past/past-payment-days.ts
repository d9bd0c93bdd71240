import type { GatewayMeans } from '../../api/payments/eligibility.ts'
import { askDuePayments } from '../../api/payments/results/ask-due-payments.ts'
import type { Config } from '../../api/platform/config.ts'
import type { Log } from '../../api/platform/log.ts'
import { paidOnline } from './paid-online.ts'
import type { Past } from './past.ts'
import { type BankOddity, takeStatement } from './past-bank.ts'
import { nowhere, pastGateways } from './past-gateways.ts'
import { type Counter, captureAgain, payOnline, postByHand, reportLater, succeedLate } from './past-payments.ts'
import type { PastSap } from './past-sap.ts'
import { closeDifferences, closeTask, giveBack, type Oddity, takeNote, takeSettlements } from './past-settlements.ts'

type Act = (counter: Counter) => Promise<unknown>

/** The days on which Finance takes in the files of the gateways, and what is odd in them. */
const settlements: readonly (readonly [ago: number, ...Oddity[]])[] = [
  [40],
  [35, 'unknown payment'],
  [28, 'other amount'],
  [20, 'other net'],
  [16, 'not paid', 'twice'],
  [12, 'other sum', 'unknown refund'],
  [5, 'refund', 'refund twice', 'changed'],
]

/** The days on which Finance takes in statements of the bank, and what is odd in them. */
const statements: readonly (readonly [ago: number, ...BankOddity[]])[] = [
  [38],
  [33, 'names no UTR'],
  [26],
  [19, 'lacks a transfer'],
  [14],
  [11],
  [3, 'of no file'],
]

/** What happens to payments after they were made. */
const later: readonly (readonly [ago: number, act: Act])[] = [
  [20, counter => succeedLate(counter, 'late')],
  [18, counter => captureAgain(counter, 'captured twice')],
  [
    17,
    counter =>
      giveBack(counter, 'captured twice', {
        share: 10_000,
        reason: 'Taken twice',
        decided: 'confirmRefund',
        fit: 'SECOND',
      }),
  ],
  [
    37,
    counter =>
      closeTask(counter, 'SHORT_CLEARING', 'The bank kept its fee: booked as a cost, and the rest written off'),
  ],
  [26, counter => closeDifferences(counter, 'NOT_IN_PORTAL', 'A test payment of the gateway, taken back the same day')],
  [14, counter => closeDifferences(counter, 'NET_DIFFERS', 'The gateway credits the tax with its next file', false)],
  [
    9,
    counter => closeDifferences(counter, 'SETTLED_TWICE', 'The gateway has taken it back: adjustment of 14 days ago'),
  ],
  [
    13,
    counter =>
      giveBack(counter, 'refunded', {
        share: 10_000,
        reason: 'Invoice was cancelled',
        decided: 'confirmRefund',
      }),
  ],
  [
    10,
    counter =>
      giveBack(counter, 'not refunded', { share: 10_000, reason: 'Goods were to come back', decided: 'reject' }),
  ],
  [9, counter => reportLater(counter, 'charged back', 'CHARGEBACK')],
  [8, counter => takeNote(counter, 'charged back')],
  [7, counter => postByHand(counter, 'posted by hand')],
  [1, counter => reportLater(counter, 'suspected', 'FRAUD')],
  [2, counter => giveBack(counter, 'partly refunded', { share: 2_500, reason: 'One drum came back', decided: null })],
]

/** The days on which clearings are read from SAP. */
const readings = [39, 36, 33, 30, 27, 24, 21, 18, 15, 12, 9, 6, 3]

/**
 * Writes into the diary what buyers paid online, and what gateways, SAP and Finance made of it. Returns what happens
 * today, and after it, once the diary has been played.
 */
export function writePaymentDays(past: Past, sap: PastSap, config: Pick<Config, 'databaseUrl'>, log: Log) {
  const { trx, home, secret, diary } = past
  const own = {
    merchantVariables: {},
    paymentHosts: [],
    environment: 'development',
    portalUrl: 'http://localhost',
  } as const
  const means: GatewayMeans = { config: { ...own, home, secret }, log, around: { simulators: nowhere } }
  const gateways = pastGateways(trx, { ...config, secret }, means)
  const counter: Counter = { past, sap, gateways, means, paymentIds: new Map() }
  for (const one of paidOnline) diary.ago(one.ago, () => payOnline(counter, one))
  for (const [ago, act] of later) diary.ago(ago, () => act(counter))
  for (const [ago, ...odd] of settlements) diary.ago(ago, () => takeSettlements(counter, odd))
  for (const [ago, ...odd] of statements) diary.ago(ago, () => takeStatement(counter, odd))
  for (const ago of readings) diary.ago(ago, sap.receivables.readClearings)
  // Past days ask about open payments once, in the evening; a payment that nobody finished lapses so.
  for (let ago = Math.max(...paidOnline.map(one => one.ago)); ago > 0; ago--) diary.ago(ago, () => askDuePayments(trx))
  return async () => {
    for (const one of paidOnline.filter(({ ago }) => ago === 0)) await payOnline(counter, one)
    gateways.close()
  }
}
