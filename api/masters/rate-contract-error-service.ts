import { correctRow } from '../../resources/masters/commands.ts'
import { type RateContractError, rateContractErrors } from '../../resources/masters/rate-contract-errors.ts'
import { rateContractSheet } from '../../resources/uploads/rate-contracts.ts'
import type { Call } from '../derive/call.ts'
import { readSent } from '../derive/command/read-body.ts'
import { requireRight } from '../derive/rights/conditions.ts'
import { requireAuthor, requirePerson } from '../derive/rights/require-person.ts'
import type { StoredRow } from '../derive/row-codec.ts'
import { staleRowError, updateRow } from '../derive/save/write.ts'
import { ResourceService } from '../derive/service.ts'
import { conflict, invalidField } from '../platform/errors.ts'
import { transact } from '../platform/transact.ts'

const LONGEST = 255

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
