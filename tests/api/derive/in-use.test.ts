import { describe, expect, it } from 'vitest'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { referencesTo } from '../../../api/derive/save/references-to.ts'
import { insertRows } from '../../../api/derive/save/write.ts'
import { type Condition, isNot, valuesIn } from '../../../resources/define/condition.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { withDefaults } from '../../../resources/define/validate.ts'
import { paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { resourceNamed, resources } from '../../../resources/registry.ts'
import { paymentAccount } from '../../../resources/settings/payment-account.ts'
import { exampleInput, exampleRow } from '../../support/example-rows.ts'
import { personWith } from '../../support/people.ts'
import { emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

// @module-tag sql

const portal = portalOfFile(emptyPortal)

const conditionsOf = ({ openIf }: Resource): Condition[] =>
  openIf === undefined || openIf === 'never' ? [] : ([openIf].flat() as Condition[])
/** The references to masters of records and agreements that can be over; who acted does not need their login. */
const references = resources
  .filter(resource => conditionsOf(resource).length > 0)
  .flatMap(resource =>
    Object.entries(resource.fields).flatMap(([field, { to }]) => {
      const target = to === undefined || to === 'self' ? undefined : resourceNamed(to)
      const counts = target?.kind === 'master' && (resource.kind === 'master' || target.name !== 'user')
      return counts ? [{ record: resource.name, field, master: target.name }] : []
    }),
  )

/** A value that the test of a condition takes, and one that it does not. */
function valueFor(resource: Resource, name: string, test: Condition[string], fulfilled: boolean) {
  const { kind, options = [] } = resource.fields[name]!
  const all = kind === 'flag' ? [true, false] : options
  return all.find(value => valuesIn(test).includes(value) === (fulfilled !== isNot(test)))
}

/** The values of the first condition under which a record is open, or of a record that is not. */
const stateOf = (resource: Resource, isOpen: boolean) =>
  Object.fromEntries(
    Object.entries(conditionsOf(resource)[0]!).map(([name, test]) => [name, valueFor(resource, name, test, isOpen)]),
  )

/** A record that is over. What only the product writes into it is of no matter here. */
async function recordThatIsOver(resource: Resource, given: Record<string, unknown>): Promise<number> {
  const named: Record<string, unknown> = { ...given, ...stateOf(resource, false) }
  for (const [name, { to, optional }] of Object.entries(resource.fields)) {
    const target = to === undefined || to === 'self' || optional || name in named ? undefined : resourceNamed(to)
    if (target && conditionsOf(target).length > 0) named[name] = await recordThatIsOver(target, {})
  }
  const draft = await exampleInput(portal.db, resource, named)
  const own = Object.entries(resource.fields).flatMap(([name, { optional, secret, kind, default: usual }]) =>
    optional || (usual ?? draft[name]) !== undefined || !(secret || kind === 'json')
      ? []
      : [[name, kind === 'json' ? {} : 'x']],
  )
  const row = withDefaults(resource, { ...draft, ...Object.fromEntries(own) })
  const [made] = await insertRows(portal.db, resource, [row], systemAuthor('test'))
  return made!.id
}

const open = (resource: Resource, id: number) =>
  portal.db(tableOf(resource)).where({ id }).update(stateOf(resource, true))

describe('a master that an open record or agreement names', () => {
  it.each(references)(
    'is in use by $field of $record, and not once that is over',
    async ({ record, field, master }) => {
      const [resource, target] = [resourceNamed(record), resourceNamed(master)]
      const { id } = await exampleRow(portal.db, target)
      const usesByIt = async () =>
        (await referencesTo(portal.db, target, id)).filter(use => use.resource === record && use.field === field)
      const recordId = await recordThatIsOver(resource, { [field]: id })
      expect(await usesByIt()).toEqual([])
      await open(resource, recordId)
      expect(await usesByIt()).toMatchObject([{ title: resource.title, count: 1 }])
    },
  )

  it('is not deactivated, and the refusal says by what it is used: the account of a payment that is under way', async () => {
    const finance = await personWith(portal, ['FINANCE'])
    const { id } = await exampleRow(portal.db, paymentAccount)
    await open(paymentTransaction, await recordThatIsOver(paymentTransaction, { accountId: id }))
    const refused = await finance.delete(`/api/settings/payment-account/${id}`)
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining(paymentTransaction.title)])
    expect(await portal.db('payment_account').where({ id }).first('isActive')).toEqual({ isActive: 1 })
  })
})
