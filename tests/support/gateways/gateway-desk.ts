import { simulatorSecret } from '../../../api/platform/simulators.ts'
import type { SimulatedName } from '../../../api/simulators/gateways/accounts.ts'
import type { RefundWay, ReturnKind } from '../../../api/simulators/gateways/returns.ts'
import type { TestPortal } from '../portal.ts'

/** Amounts are rupees as text: `'500.00'`; without one it is the whole payment. */
type Rupees = string | undefined

/** Days of files, and rows by their places from 1 on. */
interface Faults {
  missing?: readonly number[]
  doubled?: readonly number[]
  shortened?: readonly number[]
}

/** A simulated gateway as those behind it see it: its staff, the payers' banks, and the bank of the company. */
export function deskOf(url: string, secret: string, name: SimulatedName) {
  async function act(fields: Record<string, string | undefined>) {
    const given = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined)
    const answer = await fetch(`${url}/gateway/${name}/acts`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}` },
      body: new URLSearchParams(given),
    })
    const body = (await answer.json()) as { message: string; gatewayTxnId?: string; requestId?: string }
    if (answer.status !== 200) throw new Error(`${name}: ${body.message}`)
    return body
  }
  const file = async (path: string, query: Record<string, string>) =>
    (await fetch(`${url}/gateway/${path}?${new URLSearchParams(query)}`)).text()
  return {
    act,
    /** From now on it answers about an order with this word, amount and currency. */
    says: (orderNo: string, word: string, rupees?: Rupees, currency?: string) =>
      act({ act: 'say', orderNo, word, rupees, currency }),
    /** It takes the money of an order once more, and tells the shop. */
    capturesAgain: (orderNo: string, rupees?: Rupees) => act({ act: 'capture-again', orderNo, rupees }),
    /** Money of an order goes back without the shop: in the console, by the gateway or by the payer's bank. */
    givesBack: (orderNo: string, kind: ReturnKind, rupees?: Rupees) =>
      act({ act: 'return', orderNo, kind, rupees, tells: 'yes' }),
    /** How the next refund of the shop goes; `code` is what it is refused with. */
    nextRefund: (way: RefundWay, code?: string) => act({ act: 'next-refund', way, code }),
    /** A refund of the shop ends at once. */
    endsRefund: (refundNo: string, ends: 'SETTLED' | 'FAILED') => act({ act: 'end-refund', refundNo, ends }),
    /** The next questions are refused, for too many were asked. */
    refusesQuestions: (times: number) => act({ act: 'too-often', times: String(times) }),
    /** The next questions get no answer. */
    isSilent: (times: number) => act({ act: 'silent', times: String(times) }),
    /** The settlement file of Indian days, as its dashboard gives it. */
    settlementFile: (days: string | readonly string[], faults: Faults = {}) =>
      file(`${name}/settlement.csv`, {
        day: [days].flat().join(','),
        ...Object.fromEntries(Object.entries(faults).map(([fault, places]) => [fault, places.join(',')])),
      }),
    /** The bank statement of Indian days with the transfers of all gateways. */
    bankStatement: (
      days: string | readonly string[],
      faults: { missing?: readonly string[]; short?: number; stranger?: number } = {},
    ) => {
      const { missing = [], short = 0, stranger = 0 } = faults
      const query = { missing: missing.join(','), short: String(short), stranger: String(stranger) }
      return file('bank-statement.csv', { day: [days].flat().join(','), ...query })
    },
  }
}

/** The same of a running portal. */
export const gatewayDesk = ({ simulators: { url }, secret }: TestPortal, name: SimulatedName) =>
  deskOf(url, simulatorSecret({ secret }, 'gateway'), name)
