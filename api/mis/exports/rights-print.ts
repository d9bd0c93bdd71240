import { createHash } from 'node:crypto'
import type { Person } from '../../derive/rights/person.ts'

/** A digest of what decides which rows and columns somebody reads: whoever has other rights today has another one. */
export function rightsPrint(person: Person) {
  const { held, userType, customerId, transporterId, plantId, employeeId, team, headsCluster, asked } = person
  const grants = held
    .map(({ role, scopeType, scopeRef, scopeIds }) => [role, scopeType, scopeRef, scopeIds].join())
    .sort()
  const reach = [customerId, transporterId, plantId, employeeId, [...team].sort((a, b) => a - b), headsCluster, asked]
  const of = [grants, userType, ...reach]
  return createHash('sha256').update(JSON.stringify(of)).digest('hex')
}
