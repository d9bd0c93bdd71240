import type { Knex } from 'knex'
import { type RateContractError, rateContractErrors } from '../../../resources/masters/rate-contract-errors.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { changesIn, insertRows, updateEach } from '../../derive/save/write.ts'
import { now } from '../../platform/clock.ts'
import { sapAuthor } from '../sap-author.ts'
import type { RateContractItem } from './rate-contract-item.ts'
import type { WrongLine } from './rate-contract-lines.ts'

/**
 * Keeps what of a contract could not be taken over among the errors of rate contracts, each item once, and resolves what
 * is right now. What a person left out stays so, unless the reason is a new one.
 */
export async function noteWrongLines(
  trx: Knex,
  item: RateContractItem,
  wrong: readonly WrongLine[],
  sapSyncRunId: number | null,
): Promise<void> {
  const kept = await rowsOf(trx, rateContractErrors, rows =>
    rows.where({ source: 'SAP', contractNo: item.key }).whereIn('status', ['OPEN', 'IGNORED']),
  )
  const errorRows = wrong.map(line => errorRow(item, line))
  const existing = errorRows.map(row =>
    kept.find(one => one.rowNo === row.rowNo && (one.status === 'OPEN' || one.errorText === row.errorText)),
  )
  const newRows = errorRows.filter((_, index) => !existing[index])
  await insertRows(
    trx,
    rateContractErrors,
    newRows.map(row => ({ ...row, sapSyncRunId })),
    sapAuthor,
  )
  const changed = errorRows.flatMap((row, index) => {
    const before = existing[index]
    const asked = before ? changesIn(before, row) : {}
    return before && Object.keys(asked).length > 0 ? [{ before, asked }] : []
  })
  await updateEach(
    trx,
    rateContractErrors,
    changed.filter(({ before }) => before.status === 'OPEN'),
    sapAuthor,
  )
  const right = kept.filter(row => row.status === 'OPEN' && !existing.includes(row))
  await updateEach(
    trx,
    rateContractErrors,
    right.map(before => ({ before, asked: { status: 'FIXED' as const, resolvedAt: now() } })),
    sapAuthor,
  )
}

/** The row number of a contract as a whole; its items begin at 10. */
const WHOLE = 1

function errorRow(item: RateContractItem, { lineNo, product, code, message }: WrongLine) {
  const line = item.lines.find(one => one.lineNo === lineNo)
  const row: Partial<RateContractError> & { rowNo: number; errorText: string } = {
    source: 'SAP',
    rowNo: lineNo ?? WHOLE,
    raw: {
      contractNo: item.key,
      customerId: item.customer,
      customerRef: item.customerRef,
      contractDate: item.contractDate,
      validFrom: line?.from ?? item.validFrom,
      validTo: line?.to ?? item.validTo,
      ...(line && {
        lineNo: String(line.lineNo),
        productId: line.product,
        contractQty: String(line.qty / 1000),
        uom: line.unit,
      }),
      ...(line?.rate && { rate: String(line.rate.rate / 100 / line.rate.per) }),
    },
    contractNo: item.key,
    customerCode: item.customer.slice(0, 10),
    productCode: product?.slice(0, 40) ?? null,
    errorCode: code,
    errorText: message.slice(0, 255),
    status: 'OPEN',
  }
  return row
}
