import type { Knex } from 'knex'
import { readableNames } from '../../resources/access-control/readable-names.ts'
import { normalise } from '../../resources/define/formats.ts'
import { cellText } from '../../resources/define/sheet/sheet.ts'
import { correctRow } from '../../resources/masters/commands.ts'
import { type RateContractError, rateContractErrors } from '../../resources/masters/rate-contract-errors.ts'
import { rateContractSheet } from '../../resources/uploads/rate-contracts.ts'
import type { Call } from '../derive/call.ts'
import { readSent } from '../derive/command/read-body.ts'
import type { ActionHandler } from '../derive/extend.ts'
import { planImport } from '../derive/import/import-plan.ts'
import { HOLDS, type ImportRow, WAITS } from '../derive/import/import-row.ts'
import { prepareRows } from '../derive/import/prepare-rows.ts'
import { requireRight } from '../derive/rights/conditions.ts'
import { requireAuthor, requirePerson } from '../derive/rights/require-person.ts'
import type { StoredRow } from '../derive/row-codec.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { insertRows, staleRowError, updateRow } from '../derive/save/write.ts'
import { ResourceService } from '../derive/service.ts'
import { StagedRows } from '../derive/staging/staged-rows.ts'
import { IN_MEMORY } from '../derive/staging/staging-file.ts'
import { saveUploadRows } from '../derive/uploads/save-upload-rows.ts'
import type { UploadContext } from '../derive/uploads/upload.ts'
import { uploadAt } from '../derive/uploads/upload-at.ts'
import { now } from '../platform/clock.ts'
import { conflict, invalid, invalidField } from '../platform/errors.ts'
import { transact } from '../platform/transact.ts'
import { checkImportedLines } from './import-with-lines.ts'

const LONGEST = 255

type Raw = Record<string, string>

/** Saves the rows of a contract that was not imported: wrong ones wait to be corrected, others with the first. */
export async function saveContractErrors(trx: Knex.Transaction, rows: ImportRow[], { author, columns }: UploadContext) {
  const rawOf = ({ cells }: ImportRow): Raw =>
    Object.fromEntries(columns.flatMap((name, index) => (name ? [[name, cellText(cells[index])]] : [])))
  for (const group of Map.groupBy(rows, ({ row }) => String(row.contractNo ?? '').toLowerCase()).values()) {
    // Checks the rows that were not tried because others were wrong already.
    const untried = group.filter(waits)
    await checkImportedLines(trx, untried, untried[0]?.row ?? {}, author)
    const wrong = group.filter(row => !waits(row))
    const good = group.filter(waits).map(rawOf)
    for (const [place, row] of wrong.entries()) {
      const errorRow = { ...errorRowOf(row, rawOf(row)), goodRows: place === 0 && good.length > 0 ? good : null }
      await insertRows(trx, rateContractErrors, [{ ...errorRow, importJobId: author.importJobId ?? null }], author)
    }
  }
}

/** The faults of a row itself, not of another row of its contract. */
const ownFaults = ({ faults }: ImportRow) => faults.filter(({ code }) => code !== WAITS && code !== HOLDS)
/** Whether a right row only waits for the wrong ones of its contract. */
const waits = (row: ImportRow) => ownFaults(row).length === 0

function errorRowOf(row: ImportRow, raw: Raw): Partial<RateContractError> {
  return {
    source: 'UPLOAD',
    rowNo: row.rowNo,
    raw,
    contractNo: (raw.contractNo ?? '').toUpperCase().slice(0, 20) || null,
    customerCode: (raw.customerId ?? '').slice(0, 10) || null,
    productCode: normalise('article', raw.productId ?? '').slice(0, 40) || null,
    errorCode: codeOf(row),
    errorText: ownFaults(row)
      .map(({ message }) => message)
      .join('; ')
      .slice(0, 255),
    status: 'OPEN',
  }
}

function codeOf(row: ImportRow): RateContractError['errorCode'] {
  const { field, code } = ownFaults(row)[0]!
  if (code === 'UOM_MISMATCH' || code === 'DATE_OVERLAP' || code === 'DUPLICATE_LINE') return code
  if (code === 'DUPLICATE_IN_FILE') return 'DUPLICATE_LINE'
  if (field === 'customerId' || field === 'sbuId') return 'UNKNOWN_CUSTOMER'
  if (field === 'validFrom' || field === 'validTo' || field === 'contractDate') return 'DATE_OVERLAP'
  if (field === 'rate') return 'PRICE_BELOW_LIMIT'
  return field === 'uom'
    ? 'UOM_MISMATCH'
    : field === 'productId' || field === 'lineNo'
      ? 'UNKNOWN_PRODUCT'
      : 'QTY_INVALID'
}

/** Reads the row again; the contract is imported with all its rows once none of them is open any more. */
export const reprocessRow: ActionHandler = async (trx, { rows, person, author }) => {
  const row = rows[0] as unknown as RateContractError
  const together = await rowsOf(trx, rateContractErrors, found =>
    found.where({ contractNo: row.contractNo, importJobId: row.importJobId }).whereIn('status', ['OPEN', 'FIXED']),
  )
  const waiting = together.filter(({ id, status }) => id !== row.id && status === 'OPEN').length
  const saving = { person, author, given: {}, columns: [] }
  const raws = [row, ...together.filter(({ id }) => id !== row.id)]
  const sapRows = [...raws.map(({ raw }) => raw), ...together.flatMap(({ goodRows }) => goodRows ?? [])]
  if (waiting > 0) await readAlone(trx, row)
  else await saveAll(trx, sapRows, saving)
  const resolved = { status: 'FIXED' as const, resolvedById: person.id, resolvedAt: now() }
  await updateRow(trx, rateContractErrors, row, resolved, author)
  return waiting > 0
    ? `The row is right. Contract ${row.contractNo} waits for ${waiting} more.`
    : `Contract ${row.contractNo} is taken over as a draft.`
}

async function read(trx: Knex, raws: readonly Raw[]): Promise<ImportRow[]> {
  const headings = [...new Set(raws.flatMap(raw => Object.keys(raw)))]
  const readable = new Set(readableNames(rateContractSheet))
  const plan = planImport(rateContractSheet, headings, readable, { origin: 'PORTAL', mode: 'UPSERT' })
  const staged = new StagedRows(IN_MEMORY)
  try {
    for (const [index, raw] of raws.entries())
      staged.addCells({ rowNo: index + 1, cells: headings.map(name => raw[name] ?? null) })
    await prepareRows(trx, plan, { id: null }, staged, () => undefined)
    return [...staged.batches(raws.length)].flat()
  } finally {
    staged.file.remove()
  }
}

async function readAlone(trx: Knex, { raw }: RateContractError) {
  demandRight(await read(trx, [raw]))
}

async function saveAll(trx: Knex.Transaction, raws: readonly Raw[], saving: UploadContext) {
  const rows = await read(trx, raws)
  const { onLeftOut: _, ...upload } = uploadAt(rateContractSheet.path)!
  await saveUploadRows(trx, upload, saving, rows)
  demandRight(rows)
}

function demandRight(rows: readonly ImportRow[]) {
  const faults = rows.flatMap(ownFaults)
  if (faults.length > 0) throw invalid(faults, faults[0]!.message)
}

/** Leaves the row out for good, with the reason. */
export const ignoreRow: ActionHandler = async (trx, { rows, values: asked, person, author }) => {
  const row = rows[0] as unknown as RateContractError
  const ignored = { status: 'IGNORED' as const, ignoreReason: String(asked.reason), resolvedById: person.id }
  await updateRow(trx, rateContractErrors, row, { ...ignored, resolvedAt: now() }, author)
}

/** Rows of contracts that were not imported: their raw values may be corrected while they are open. */
export class RateContractErrorService extends ResourceService {
  override async patch(id: unknown, data: unknown, call: Call = {}): Promise<StoredRow> {
    const author = requireAuthor(call)
    requireRight(requirePerson(call), rateContractErrors, 'approve')
    const { raw, rowVersion } = readSent(correctRow, data)
    const values = readRaw(raw)
    return transact(this.Model, async trx => {
      const inside = { ...call, query: {}, transaction: { trx } }
      const before = (await super.get(id, inside)) as unknown as RateContractError
      if (before.rowVersion !== rowVersion) throw await staleRowError(trx, rateContractErrors, before.id)
      if (before.source === 'SAP')
        throw conflict(
          'NOT_NOW',
          'This row comes from SAP: correct it there, or in the master it refers to. It is imported with the next reading',
        )
      if (before.status !== 'OPEN') throw conflict('NOT_NOW', 'Only an open row can be corrected')
      const { contractNo, customerId, productId } = values
      const changes = {
        contractNo: contractNo?.toUpperCase().slice(0, 20) || before.contractNo,
        customerCode: customerId?.slice(0, 10) || null,
        productCode: productId?.toUpperCase().slice(0, 40) || null,
      }
      await updateRow(trx, rateContractErrors, before, { raw: values, ...changes }, author)
      return super.get(id, inside)
    })
  }
}

/** The raw values of a file, by the fields they are for. Throws 400 for anything else. */
function readRaw(rawValues: Record<string, unknown>): Record<string, string> {
  for (const [name, value] of Object.entries(rawValues)) {
    if (!(name in rateContractSheet.fields))
      throw invalidField(`raw.${name}`.slice(0, 60), 'UNKNOWN_FIELD', `${name.slice(0, 60)} is no column of the file`)
    if (typeof value !== 'string' || value.length > LONGEST)
      throw invalidField(`raw.${name}`, 'TYPE', `${name} must be text of at most ${LONGEST} characters`)
  }
  return rawValues as Record<string, string>
}
