import { isAddressFormat } from '../../../resources/define/formats.ts'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { addressesIn, isForTrials, webAddress } from '../../../resources/define/web-address.ts'
import { isProduction } from '../../platform/environment.ts'
import { type Candidate, changesAny, isSettled } from './candidate.ts'

/** Whether a text holds an address of this very machine in production, where no simulator runs. */
export const isForbiddenHere = (text: string): boolean =>
  isProduction() &&
  addressesIn(text).some(part => {
    const address = webAddress(part)
    return address !== null && isForTrials(address)
  })

/** Adds faults for new addresses of this very machine in production. */
export function checkAddresses({ fields }: Resource, candidates: readonly Candidate[]): void {
  for (const [name, field] of Object.entries(fields)) {
    if (!isAddressFormat(field.format)) continue
    for (const candidate of candidates) {
      const value = candidate.row[name]
      if (typeof value !== 'string' || !isSettled(candidate, name) || !changesAny(candidate, name)) continue
      if (isForbiddenHere(value))
        candidate.faults.push({ field: name, code: 'FORMAT', message: `${labelOf(name, field)} ${ELSEWHERE}` })
    }
  }
}

/** Completes the label of a field with such an address. */
export const ELSEWHERE = 'must start with https:// and name another machine than this one'
