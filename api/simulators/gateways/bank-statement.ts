import { sum } from '../../../resources/define/amounts.ts'
import { toGatewayAmount } from '../../payments/gateways/fields.ts'
import { netOf, type SettledRow } from './settled-rows.ts'
import { csvLine } from './settlement-file.ts'

/** What is wrong with a statement. */
export interface StatementFaults {
  /** Transfers that did not arrive, by their UTR. */
  missing?: readonly string[]
  /** Paise by which each transfer arrived short. */
  short?: number
  /** A transfer of somebody whom no gateway names, in paise. */
  stranger?: number
}

const HEAD = ['Date', 'Narration', 'Chq./Ref.No.', 'Value Dt', 'Withdrawal Amt.', 'Deposit Amt.', 'Closing Balance']
const OPENING = 25_00_000_00

/** The bank's own statement, as HDFC gives it, with the transfers of these rows and a charge of the bank. */
export function bankStatement(rows: readonly SettledRow[], faults: StatementFaults = {}): string {
  const { missing = [], short = 0, stranger = 0 } = faults
  const transfers = [...Map.groupBy(rows, ({ utr }) => utr)]
    .filter(([utr]) => !missing.includes(utr))
    .map(([utr, ofTransfer]) => ({
      day: ofTransfer[0]!.day,
      narration: `NEFT CR-HDFC0000240-PAYMENT GATEWAY NODAL AC-MERIDIAN LABORATORIES-${utr}`,
      reference: utr,
      amount: sum(ofTransfer.map(netOf)) - short,
    }))
  const day = transfers.at(-1)?.day ?? rows[0]?.day
  const others = day
    ? [
        ...(stranger
          ? [{ day, narration: 'IMPS-632512345678-SHARMA MEDICAL', reference: '632512345678', amount: stranger }]
          : []),
        { day, narration: 'CHRG: NEFT, INCL GST', reference: '0000000000', amount: -5_90 },
      ]
    : []
  let balance = OPENING
  const lines = [...transfers, ...others].map(({ day, narration, reference, amount }) => {
    balance += amount
    const [out, into] = amount < 0 ? [toGatewayAmount(-amount), ''] : ['', toGatewayAmount(amount)]
    return [bankDay(day), narration, reference, bankDay(day), out, into, toGatewayAmount(balance)]
  })
  return [HEAD, ...lines].map(csvLine).join('\r\n')
}

/** `21/11/26`, as this bank writes a day. */
const bankDay = (day: string) =>
  day
    .split('-')
    .reverse()
    .join('/')
    .replace(/\d\d(\d\d)$/, '$1')
