import { labelOf } from '../../../resources/define/label.ts'
import { freightContract } from '../../../resources/masters/freight-contract.ts'
import type { RowCheck } from '../../derive/extend.ts'
import { changesAny } from '../../derive/save/candidate.ts'
import { checkCityState } from '../../settings/gstin-state.ts'

const agreed = Object.keys(freightContract.fields).filter(name => !freightContract.fields[name as 'kind'].server)

/** What is agreed changes only in a draft. */
export const checkContracts: RowCheck = async (_, candidates) => {
  for (const candidate of candidates) {
    const { before, row, faults } = candidate
    if (row.replacesId !== null && row.replacesId === before?.id)
      faults.push({ field: 'replacesId', code: 'RULE', message: 'Replaces must be another contract' })
    if (!before || before.status === 'DRAFT' || before.isActive === false) continue
    for (const name of [...agreed, 'isActive'].filter(name => changesAny(candidate, name)))
      faults.push({
        field: name === 'isActive' ? 'status' : name,
        code: 'NOT_ALLOWED_STATE',
        message: `${name === 'isActive' ? 'The contract' : labelOf(name, freightContract.fields[name as 'kind'])} is fixed once the contract was submitted: return it to draft, or take “New version”`,
      })
  }
}

/** A rate is of a draft, and its city lies in its state. */
export const checkRates: RowCheck = async (db, candidates, author) => {
  await checkContractLines(db, candidates, author)
  await checkCityState(db, candidates)
}

/** Rates and charges change only while their contract is a draft. */
export const checkContractLines: RowCheck = async (db, candidates) => {
  const ids = candidates.flatMap(({ row, before }) => [row.contractId, before?.contractId].filter(id => id != null))
  const contracts: { id: number; contractNo: string; status: string }[] = await db('freight_contract')
    .whereIn('id', ids as number[])
    .select('id', 'contractNo', 'status')
  for (const { row, before, faults } of candidates) {
    const fixed = contracts.find(
      ({ id, status }) => status !== 'DRAFT' && (id === row.contractId || id === before?.contractId),
    )
    if (fixed)
      faults.push({
        field: 'contractId',
        code: 'NOT_ALLOWED_STATE',
        message: `Contract ${fixed.contractNo} is no draft any more: return it to draft, or take “New version” on it`,
      })
  }
}
