import { emptyAnswer, type SimulatorAnswer, sapRefusal } from '../sap/answers.ts'
import type { EntityStore } from '../sap-odata/entity-store.ts'
import type { EntityType, Row } from '../sap-odata/entity-type.ts'
import { emptyValue } from '../sap-odata/values.ts'
import { fillScale, fullScale, type Scale } from './scale.ts'

/**
 * `POST /sap/simulator/entity { entitySet, key, set }` or `{ entitySet, key, delete: true }`: somebody changes a master in
 * SAP. `key` names each property of the key, `set` what changes, in the form in which it is stored: days `2026-11-23`,
 * instants in UTC, decimals as text. A row that is not there yet is made.
 */
export function answerEntity(store: EntityStore, body: unknown, at: string): SimulatorAnswer {
  const { entitySet, key, set, delete: deletes } = (body ?? {}) as Row
  const type = store.types.find(one => one.set === entitySet)
  if (!type) return refused(`There is no entity set ${entitySet}.`)
  const values = keyOf(type, key)
  if (!values) return refused(`Say "key" with ${type.key.join(', ')}.`)
  if (deletes === true) return store.remove(type.set, values) ? emptyAnswer : refused('There is no such row.', 404)
  const fault = faultOf(type, set)
  if (fault) return refused(fault)
  const keyRow = Object.fromEntries(type.key.map((name, index) => [name, values[index]]))
  store.change(type.set, { ...store.find(type.set, values), ...(set as Row), ...keyRow }, at)
  return emptyAnswer
}

/** `POST /sap/simulator/scale { products?, customers?, shipTosEach?, prices?, stock? }`: adds made-up masters in these numbers. */
export async function answerScale(store: EntityStore, body: unknown, at: string): Promise<SimulatorAnswer> {
  const asked = (body ?? {}) as Row
  const known = Object.entries(asked).every(
    ([name, value]) => name in fullScale && Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= 1e6,
  )
  if (!known) return refused(`Say ${Object.keys(fullScale).join(', ')} as whole numbers up to a million.`)
  const entities = await fillScale(store, { ...fullScale, ...(asked as Partial<Scale>) }, at)
  return { status: 200, body: { entities } }
}

const refused = (sentence: string, status = 400) => sapRefusal(status, [{ code: 'SY/530', message: sentence }])

function keyOf(type: EntityType, key: unknown): unknown[] | null {
  if (typeof key !== 'object' || key === null) return null
  const given = key as Row
  const complete =
    type.key.every(name => typeof given[name] === 'string') && Object.keys(given).length === type.key.length
  return complete ? type.key.map(name => given[name]) : null
}

/** Why these values cannot be set; null when they can. */
function faultOf(type: EntityType, set: unknown): string | null {
  if (typeof set !== 'object' || set === null || Array.isArray(set))
    return 'Say "set" with properties, or "delete": true.'
  for (const [name, value] of Object.entries(set)) {
    const property = Object.hasOwn(type.properties, name) ? type.properties[name] : undefined
    if (!property) return `${type.set} has no property ${name}.`
    const wanted = emptyValue(property) ?? ''
    if (String(value ?? '').length > (property.maxLength ?? 5_000))
      return `${name} has at most ${property.maxLength} characters.`
    if (value !== null && typeof value !== typeof wanted) return `${name} must be a ${typeof wanted}.`
  }
  return null
}
