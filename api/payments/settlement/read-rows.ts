import { cellText } from '../../../resources/define/sheet/sheet.ts'
import { rupees } from '../../../resources/define/show.ts'
import type { PaymentSettlementRow } from '../../../resources/payments/payment-settlement-row.ts'
import { amountsOf, keptAs, type WrittenAmounts } from '../../../resources/payments/settlement-rules.ts'
import type { AdjustmentKind, FileKind, RefundKind } from '../../../resources/payments/settlement-words.ts'
import type { ImportRow } from '../../derive/import/import-row.ts'
import type { UploadContext } from '../../derive/uploads/upload.ts'
import { today } from '../../platform/clock.ts'
import { type Accounts, accountOf } from './settlement-accounts.ts'

/** A row of a settlement file as it is to be saved, before it is known which row it is. */
type Draft = Omit<
  PaymentSettlementRow,
  'id' | 'isActive' | 'rowVersion' | 'createdAt' | 'createdById' | 'updatedAt' | 'updatedById'
>

/** A row of a file that was read. */
export interface ReadRow {
  one: ImportRow
  draft: Draft
  /** What an adjustment is about; null for all others. */
  adjustment: AdjustmentKind | null
  /** As what money goes back, or comes again; null where none does. */
  returned: RefundKind | null
  /** Our number of the refund, where the gateway gives it back. */
  refundNo: string | null
  /** What the row stood under before the gateway knew its UTR. */
  payout: string | null
}

/** The total of a transfer, which stands in a row of its own. */
export interface TotalRow {
  one: ImportRow
  accountId: number
  utr: string
  net: number
}

/** Ten digits of a day are seconds since 1970, as interfaces of gateways write them; their amounts are paise then. */
const EPOCH = /^\d{10}$/

const AMOUNTS = ['amount', 'fee', 'taxOnFee', 'feeWithTax', 'netAmount', 'credit', 'debit'] as const

/** Reads a row of a file, or the total of a transfer; undefined where it is refused. */
export function readRow(
  one: ImportRow,
  accounts: Accounts,
  { columns }: Pick<UploadContext, 'columns'>,
): { row: ReadRow } | { total: TotalRow } | undefined {
  const account = accountOf(one, accounts)
  if (!account) return undefined
  const said = one.row as Record<string, string | null>
  const written = writtenAmounts(one, EPOCH.test(cellText(one.cells[columns.indexOf('settlementDate')] ?? null)))
  if (!written) return undefined
  const kind = kindOf(said.kind as FileKind, said.disputeId ?? null, written)
  const settlementDate = said.settlementDate!
  if (settlementDate > today()) return refuse(one, 'settlementDate', 'Settlement date must not lie in the future')
  const payout = said.payId ? `PAYID:${said.payId}` : null
  const settlementRef = said.settlementRef ?? payout
  if (!settlementRef)
    return refuse(one, 'settlementRef', 'UTR is required: say it in the form where the file has no column for it')
  if (kind === 'SALE' && written.amount <= 0)
    return refuse(one, 'amount', 'Amount must be more than 0: of what was taken back, say the kind REFUND')
  const gatewayTxnId = said.gatewayTxnId ?? (kind === 'SALE' ? (said.eventId ?? null) : null)
  const kept = keptAs(kind)
  const amounts = amountsOf(kind, written)
  if (kind === 'TRANSFER')
    return { total: { one, accountId: account[0], utr: settlementRef, net: written.netAmount ?? amounts.netAmount } }
  if (kept.adjustment === null && gatewayTxnId === null && !said.txnNo)
    return refuse(one, 'gatewayTxnId', 'Gateway transaction is required: only adjustments come without one')
  return {
    row: {
      one,
      adjustment: kept.adjustment,
      returned: kept.kind === 'REFUND' || kept.kind === 'CHARGEBACK' ? (kind as RefundKind) : null,
      refundNo: said.refundNo ?? null,
      payout,
      draft: {
        ...{ accountId: account[0], kind: kept.kind, settlementDate, settlementRef, gatewayTxnId, ...amounts },
        ...{ txnNo: said.txnNo?.slice(0, 20) ?? null, eventId: said.eventId ?? null, rowKey: '-' },
        ...{ bankAmount: one.row.bankAmount as number | null, transactionId: null, captureId: null, refundId: null },
      },
    },
  }
}

function refuse(one: ImportRow, field: string, message: string): undefined {
  one.refuse(field, message.includes('required') ? 'REQUIRED' : 'RANGE', message)
}

/** The amounts of a row in paise; undefined, and the row refused, where a file in paise has decimals. */
function writtenAmounts(one: ImportRow, isInPaise: boolean): WrittenAmounts | undefined {
  const written = Object.fromEntries(AMOUNTS.map(name => [name, (one.row[name] as number | null) ?? null]))
  if (isInPaise) {
    for (const name of AMOUNTS) {
      const value = written[name]
      if (value === null || value === undefined) continue
      if (value % 100 !== 0) {
        one.refuse(name, 'TYPE', `${name} must be whole paise, as its day is in seconds: ${rupees(value)} has decimals`)
        return undefined
      }
      written[name] = value / 100
    }
    one.warnings.push({
      field: 'amount',
      code: 'PAISE',
      message: 'Amounts are read as paise, as the day is in seconds',
    })
  }
  return written as unknown as WrittenAmounts
}

/** An adjustment with a dispute is a chargeback; one that was won where it is a credit. */
function kindOf(kind: FileKind, disputeId: string | null, { amount, credit, debit }: WrittenAmounts): FileKind {
  const isDisputed = kind === 'CHARGEBACK' || (kind === 'ADJUSTMENT' && disputeId !== null)
  if (!isDisputed) return kind
  const isCredit =
    credit === null && debit === null ? kind === 'ADJUSTMENT' && amount > 0 : (credit ?? 0) > (debit ?? 0)
  return isCredit ? 'CHARGEBACK_WON' : 'CHARGEBACK'
}
