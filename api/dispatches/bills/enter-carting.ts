import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import { fyOf } from '../../../resources/define/dates.ts'
import { type Fault, withDefaults } from '../../../resources/define/validate.ts'
import { type CartingCharge, cartingCharge } from '../../../resources/dispatches/bills/carting-charge.ts'
import { whyApproval, whyNoDetention } from '../../../resources/dispatches/bills/carting-rules.ts'
import type { VoucherInput } from '../../../resources/dispatches/commands/bills.ts'
import { isFreightOurs } from '../../../resources/dispatches/freight-share.ts'
import { lanesTo } from '../../../resources/dispatches/lane.ts'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { transporterMapping } from '../../../resources/shipment-tracking/transporter-mapping.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf, whereValidOn } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows } from '../../derive/save/write.ts'
import { seesFile } from '../../files/attachments.ts'
import { today } from '../../platform/clock.ts'
import { conflict, invalid } from '../../platform/errors.ts'
import { readSettings } from '../../platform/settings.ts'
import { countCarting } from '../freight/recalculate-freight.ts'

/**
 * Saves the charges of a voucher: within the limits they count at once, above them they wait for Finance. Throws 400
 * with faults at the fields, and 409 where the voucher is entered already.
 */
export async function enterCarting(
  trx: Knex,
  input: VoucherInput,
  person: Person,
  author: Author,
): Promise<CartingCharge[]> {
  const lrs = await check(trx, input, person)
  const { lines, ...voucher } = input
  const limit = (await readSettings(trx))['carting.approval_limit']
  const voucherTotal = sum(lines.map(({ amount }) => amount))
  const before = await chargedOn(trx, [...lrs.keys()])
  const rows = lines.map((line, index) => {
    const row = lrs.get(line.lrId)!
    const here = sum(lines.filter(({ lrId }) => lrId === line.lrId).map(({ amount }) => amount))
    const lrTotal = (before.get(line.lrId) ?? 0) + here
    const freight = isFreightOurs(row) ? row.freightAmount : 0
    const approvalReason = whyApproval({ voucherTotal, lrTotal, freight, limit })
    const status = approvalReason === null ? ('APPROVED' as const) : ('ENTERED' as const)
    const made = { ...voucher, ...line, fy: fyOf(voucher.voucherDate), lineNo: index + 1, status, approvalReason }
    return withDefaults(cartingCharge, made)
  })
  const cartingCharges = await insertRows(trx, cartingCharge, rows, author)
  await countCarting(
    trx,
    cartingCharges.filter(({ status }) => status === 'APPROVED'),
    author,
  )
  return cartingCharges
}

/** The charges of LRs that are not rejected, in paise. */
async function chargedOn(trx: Knex, lrIds: readonly number[]): Promise<Map<number, number>> {
  const charges = await rowsOf(trx, cartingCharge, rows => rows.whereIn('lrId', lrIds).whereNot('status', 'REJECTED'))
  const byLr = Map.groupBy(charges, ({ lrId }) => lrId)
  return new Map([...byLr].map(([lrId, some]) => [lrId, sum(some.map(({ amount }) => amount))]))
}

async function check(trx: Knex, input: VoucherInput, person: Person): Promise<Map<number, Lr>> {
  const faults: Fault[] = []
  const { voucherDate, attachmentId, lines } = input
  faults.push(...repeated(lines))
  if (voucherDate > today())
    faults.push({ field: 'voucherDate', code: 'RANGE', message: 'Voucher date must not be in the future' })
  if (attachmentId !== null && !(await seesFile(trx, person, attachmentId, 'CARTING')))
    faults.push({ field: 'attachmentId', code: 'UNKNOWN_REF', message: 'Voucher scan is not known: upload it first' })
  const ids = lines.map(({ lrId }) => lrId).sort((a, b) => a - b)
  await trx('lr').whereIn('id', ids).orderBy('id').forUpdate().select('id')
  const lrRows = await rowsOf(trx, lr, rows => restrict(rows.whereIn('lr.id', ids), trx, lr, person, 'read'))
  const lrs = new Map(lrRows.map(row => [row.id, row]))
  for (const [index, line] of lines.entries()) {
    const fault = await faultOf(trx, lrs.get(line.lrId), line, voucherDate)
    if (fault) faults.push({ ...fault, field: `lines[${index}].${fault.field}` })
  }
  if (faults.length > 0) throw invalid(faults)
  await demandNewVoucher(trx, input)
  return lrs
}

/** Amounts of one kind for one LR are one charge. */
const repeated = (lines: VoucherInput['lines']): Fault[] =>
  lines.flatMap(({ lrId, chargeType }, index) =>
    lines.findIndex(one => one.lrId === lrId && one.chargeType === chargeType) === index
      ? []
      : [
          {
            field: `lines[${index}].lrId`,
            code: 'DUPLICATE',
            message: 'This LR has this charge twice on the voucher: add the amounts up',
          },
        ],
  )

async function faultOf(
  trx: Knex,
  row: Lr | undefined,
  line: VoucherInput['lines'][number],
  voucherDate: string,
): Promise<Fault | undefined> {
  const refuse = (code: string, message: string) => ({ field: 'lrId', code, message })
  if (!row) return refuse('UNKNOWN_REF', 'LR is not one of yours: choose from the list')
  if (row.deliveryStatus === 'CANCELLED')
    return refuse('NOT_ALLOWED_STATE', `LR ${row.lrNo} is cancelled: leave it out`)
  if (voucherDate < row.lrDate)
    return refuse('RANGE', `LR ${row.lrNo} was made after the voucher: correct the voucher date`)
  if (line.chargeType === 'DETENTION') {
    const fault = whyNoDetention(line, await freeHoursOf(trx, row))
    return fault && { ...fault, code: fault.message.includes('required') ? 'REQUIRED' : 'RANGE' }
  }
  const gate = (['gateInAt', 'gateOutAt'] as const).find(name => line[name] !== null)
  return gate && { field: gate, code: 'RANGE', message: 'Gate times are for detention only: leave them out' }
}

/** The hours at the gate that the lane of an LR leaves free; null where no lane says so. */
async function freeHoursOf(trx: Knex, row: Lr): Promise<number | null> {
  const city = await trx('state_city').where({ id: row.toCityId }).first('stateId')
  const { plantId, transMode, transporterId } = row
  if (plantId === null) return null
  const lanes = await rowsOf(trx, transporterMapping, rows =>
    whereValidOn(rows, row.lrDate).where({ plantId, transMode, transporterId, stateId: city.stateId }).orderBy('id'),
  )
  return lanesTo(lanes, row.toCityId)[0]?.freeHours ?? null
}

async function demandNewVoucher(trx: Knex, { vendorName, voucherNo, voucherDate }: VoucherInput) {
  const cartings: { lrNo: string }[] = await trx('carting_charge')
    .join('lr', 'lr.id', 'carting_charge.lrId')
    .where({ vendorName, voucherNo, 'carting_charge.fy': fyOf(voucherDate) })
    .whereNot('carting_charge.status', 'REJECTED')
    .select('lr.lrNo')
  if (cartings.length === 0) return
  const lrs = [...new Set(cartings.map(({ lrNo }) => lrNo))].join(', ')
  const message = `Voucher ${voucherNo} of ${vendorName} is entered already, for LR ${lrs}: enter a voucher once, split over its LRs`
  throw conflict('DUPLICATE_KEY', message, {}, 'voucherNo')
}
