import type { DatabaseSync } from 'node:sqlite'
import { sum } from '../../../resources/define/amounts.ts'
import type { ReturnReason } from '../../../resources/payments/gateways/word-table.ts'

/** Money that went back from a capture, or came back after a chargeback was won. */
export type ReturnKind = ReturnReason | 'CHARGEBACK_WON'

/** What a gateway gave back of a capture, or will; amounts in whole paise. */
export interface SimulatedReturn {
  /** The gateway's own number. */
  requestId: string
  gateway: string
  gatewayTxnId: string
  kind: ReturnKind
  amount: number
  at: string
  /** From when on it has ended. */
  dueAt: string
  ends: 'SETTLED' | 'FAILED'
  /** The shop's number; empty of what the gateway or a bank did by itself. */
  refundNo: string
}

/** A behaviour of the next refund that the shop asks for. */
export const refundWays = ['refuse', 'late', 'fail', 'twice', 'lost'] as const
export type RefundWay = (typeof refundWays)[number]

/** What came of a refund that the shop asked for. */
export type RefundOutcome =
  | { is: 'TAKEN'; back: SimulatedReturn; isLost: boolean }
  | { is: 'KNOWN' | 'REPEATED' | 'NO_CAPTURE' }
  | { is: 'TOO_MUCH'; left: number; isDisputed: boolean }
  | { is: 'REFUSED'; code: string }

export type Returns = ReturnType<typeof returnsIn>

/** The number that the bank gives what it returned. */
export const arnOf = ({ requestId }: Pick<SimulatedReturn, 'requestId'>) => `74${requestId.padStart(21, '0')}`

/** Whether the money of a return has gone back at an instant. */
export const hasGone = ({ dueAt, ends }: SimulatedReturn, at: string) => dueAt <= at && ends === 'SETTLED'

/** What stands to be gone of a capture, in paise: all that has not failed, less what was won back. */
export const goneOf = (returns: readonly SimulatedReturn[]) =>
  sum(
    returns
      .filter(({ ends }) => ends === 'SETTLED')
      .map(({ kind, amount }) => (kind === 'CHARGEBACK_WON' ? -amount : amount)),
  )

/** The returns of the simulated gateways, and how the next refunds are to behave. */
export function returnsIn(db: DatabaseSync) {
  function add(back: Omit<SimulatedReturn, 'requestId'>): SimulatedReturn {
    const { gateway, gatewayTxnId, kind, amount, at, dueAt, ends, refundNo } = back
    const { id } = db
      .prepare(
        `insert into gateway_return (gateway, gatewayTxnId, kind, amount, at, dueAt, ends, refundNo)
         values (?, ?, ?, ?, ?, ?, ?, ?) returning id`,
      )
      .get(gateway, gatewayTxnId, kind, amount, at, dueAt, ends, refundNo) as { id: number }
    return { ...back, requestId: requestIdOf(id) }
  }

  /** The returns of a gateway in their order, or of one of its captures. */
  const of = (gateway: string, gatewayTxnId?: string): SimulatedReturn[] =>
    (
      db.prepare('select * from gateway_return where gateway = ? order by id').all(gateway) as unknown as (Omit<
        SimulatedReturn,
        'requestId'
      > & { id: number })[]
    )
      .map(({ id, ...back }) => ({ ...back, requestId: requestIdOf(id) }))
      .filter(back => gatewayTxnId === undefined || back.gatewayTxnId === gatewayTxnId)

  /** Ends a return at an instant, before its time or otherwise than it would have. */
  const end = ({ requestId }: SimulatedReturn, ends: SimulatedReturn['ends'], at: string) =>
    db
      .prepare('update gateway_return set ends = ?, dueAt = ? where id = ?')
      .run(ends, at, Number(requestId) - FIRST_REQUEST)

  /** Tells a gateway how the next refund is to go; `code` is what it refuses with. */
  const tell = (gateway: string, what: RefundWay, code = '') =>
    db.prepare('insert into gateway_told (gateway, what, code) values (?, ?, ?)').run(gateway, what, code)

  /** How the next refund is to go; null as usual. */
  const takeTold = (gateway: string): { what: RefundWay; code: string } | null =>
    (db
      .prepare(
        `delete from gateway_told where id = (select id from gateway_told where gateway = ? order by id limit 1)
         returning what, code`,
      )
      .get(gateway) as { what: RefundWay; code: string } | undefined) ?? null

  return { add, of, end, tell, takeTold }
}

const FIRST_REQUEST = 131_278_400
const requestIdOf = (id: number) => String(FIRST_REQUEST + id)
