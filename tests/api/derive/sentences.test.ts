/** @module-tag sql */
import { beforeAll, describe, expect, it } from 'vitest'
import { referringRows } from '../../../api/derive/save/references-to.ts'
import { today } from '../../../api/platform/clock.ts'
import { isConfirmed } from '../../../resources/define/confirmation.ts'
import { addDays } from '../../../resources/define/dates.ts'
import type { Field } from '../../../resources/define/fields.ts'
import { labelOf } from '../../../resources/define/label.ts'
import { type Resource, tableOf, uniqueKeyOf } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { dayText, show } from '../../../resources/define/show.ts'
import { pesoProducts } from '../../../resources/masters/peso-products.ts'
import { products } from '../../../resources/masters/products.ts'
import { resourceNamed, resources } from '../../../resources/registry.ts'
import { exampleInput, exampleRow } from '../../support/example-rows.ts'
import { importFile } from '../../support/imports.ts'
import { masterEditor, personWith } from '../../support/people.ts'
import { type Answer, type ApiClient, emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(emptyPortal)
let keeper: ApiClient
let colleague: ApiClient
beforeAll(async () => {
  keeper = await masterEditor(portal)
  colleague = await personWith(portal, ['MASTER_ADMIN', 'SYS_ADMIN', 'PRICING_APPROVER', 'CSC_AGENT', 'FINANCE'])
})

const NOBODY = 987_654_321
const kept = resources.filter(
  ({ kind, access }) => kind === 'master' && Object.values(access).some(grant => grant.includes('CUD')),
)
const entered = ({ server, secret }: Field) => !server && !secret
const referencesIn = ({ fields }: Resource) =>
  Object.entries(fields).filter(
    ([, field]) => field.kind === 'reference' && entered(field) && !field.onlyIf && field.to !== 'self',
  )

const keyOf = (resource: Resource) => uniqueKeyOf(resource).filter(name => entered(resource.fields[name]!))

/** What every refusal says in the words of people: neither ids nor the names of columns, nor that it is just some row. */
function readAsPeopleDo(resource: Resource, message: string): string {
  expect(message).not.toMatch(/another row|this row|a row with|\bnull\b|undefined/i)
  expect(message).not.toContain(String(NOBODY))
  const columns = Object.keys(resource.fields).filter(name => /[A-Z]/.test(name))
  expect(columns.filter(name => message.includes(name))).toEqual([])
  return message
}
const refusals = ({ body }: Answer): { field: string; code: string; message: string }[] => body.errors ?? []
const refused = (resource: Resource, answer: Answer, code: string, field?: string): string => {
  const found = refusals(answer).find(one => one.code === code && (field === undefined || one.field === field))
  expect(found, JSON.stringify(answer.body)).toBeDefined()
  return readAsPeopleDo(resource, found!.message)
}
const at = ({ path }: Resource, id?: number) => `/api/${path}${id === undefined ? '' : `/${id}`}`

/** The values by which people know a row: those it is shown by and keyed by, and those of the first row that they name. */
async function namesOf(resource: Resource, row: RowValues): Promise<string[]> {
  const own = [...new Set([...resource.display, ...resource.key])].filter(name => row[name] !== null)
  const values = own.filter(name => resource.fields[name]!.kind !== 'reference')
  const named = own.find(name => resource.fields[name]!.kind === 'reference')
  const texts = values.map(name => show(resource.fields[name]!, row[name]))
  if (named === undefined) return texts
  const { to } = resource.fields[named]!
  const target = resourceNamed(to === 'self' ? resource.name : to!)
  return [
    ...texts,
    ...(await namesOf(target, await portal.db(tableOf(target)).where('id', Number(row[named])).first())),
  ]
}

/** Expects a sentence to say of which row it is. */
async function expectNamed(message: string, resource: Resource, row: RowValues) {
  const names = await namesOf(resource, row)
  expect(
    names.filter(name => name !== '' && message.includes(name)),
    `${message}: none of ${names.join(', ')}`,
  ).not.toEqual([])
}

async function created(resource: Resource) {
  const draft = await exampleInput(portal.db, resource)
  const { status, body } = await keeper.post(at(resource), draft)
  expect(status, JSON.stringify(body)).toBe(201)
  return { draft, row: body }
}

describe.each(kept)('$title says', resource => {
  const [first] = referencesIn(resource)

  it.skipIf(!first)('what is chosen that does not exist, and what is inactive, by its name', async () => {
    const [name, field] = first!
    const target = resourceNamed(field.to!)
    const draft = await exampleInput(portal.db, resource)
    const unknown = refused(
      resource,
      await keeper.post(at(resource), { ...draft, [name]: NOBODY }),
      'UNKNOWN_REF',
      name,
    )
    expect(unknown).toBe(`${labelOf(name, field)}: this ${target.one} does not exist, choose one from the list`)
    const chosen = await exampleRow(portal.db, target)
    await portal.db(tableOf(target)).where('id', chosen.id).update({ isActive: 0 })
    const answer = await keeper.post(at(resource), { ...draft, [name]: chosen.id })
    const inactive = refused(resource, answer, 'INACTIVE_REF', name)
    expect(inactive).toMatch(/ is inactive, choose another one$/)
    await expectNamed(inactive, target, chosen)
    await portal.db(tableOf(target)).where('id', chosen.id).update({ isActive: 1 })
  })

  it.skipIf(keyOf(resource).length < uniqueKeyOf(resource).length)('which row has a key already', async () => {
    const { draft, row } = await created(resource)
    const fresh = await exampleInput(portal.db, resource)
    const key = Object.fromEntries(keyOf(resource).map(name => [name, draft[name] ?? row[name]]))
    const answer = await keeper.post(at(resource), { ...fresh, ...key })
    const message = refused(resource, answer, 'DUPLICATE_KEY')
    await expectNamed(message, resource, row)
    if (resource.dated) expect(message).toContain(`from ${dayText(row.validFrom)}`)
  })

  it('who saved it meanwhile, and when', async () => {
    const { row } = await created(resource)
    const answer = await colleague.patch(at(resource, row.id), { rowVersion: 77 })
    if (answer.status !== 409) return expect([403, 404]).toContain(answer.status)
    const message = refused(resource, answer, 'STALE_ROW')
    expect(message).toMatch(/^Tester MASTER_ADMIN.* saved \S.* on \d\d-\d\d-\d{4} \d\d:\d\d: compare both versions$/)
  })

  const user = resources.find(
    ({ kind, openIf, fields }) =>
      kind === 'master' && openIf === undefined && Object.values(fields).some(({ to }) => to === resource.name),
  )
  it.skipIf(!user)('what is still in use, and by what', async () => {
    const [name] = Object.entries(user!.fields).find(([, { to }]) => to === resource.name)!
    const { row } = await created(resource)
    const other = await exampleRow(portal.db, user!, { [name]: row.id }).catch(() => undefined)
    if (!other || !referringRows(portal.db, user!)) return
    const message = refused(resource, await keeper.delete(at(resource, row.id)), 'IN_USE')
    expect(message).toContain(`is still used by`)
    await expectNamed(message, resource, row)
  })
})

describe('a stopped product', () => {
  it('is refused with the one that takes its place, in forms and in files', async () => {
    const gone = await exampleRow(portal.db, products)
    const other = await exampleRow(portal.db, products)
    const stopped = { isActive: 0, substituteProductId: other.id }
    await portal.db('products').where('id', gone.id).update(stopped)
    const message = `Product: ${gone.code} ${gone.name} is inactive, choose ${other.code} ${other.name} instead`
    const draft = await exampleInput(portal.db, pesoProducts)
    const answer = await keeper.post(at(pesoProducts), { ...draft, productId: gone.id })
    expect(refused(pesoProducts, answer, 'INACTIVE_REF')).toBe(message)
    const file = `product_code,petroleum_class,flash_point_c,litre_per_uom\n${gone.code},A,0,1\n`
    const job = await importFile(portal, keeper, pesoProducts.path, file)
    const { body } = await keeper.get(`/api/import-errors?importJobId=${job.id}`)
    expect(body.data.map((fault: RowValues) => fault.message)).toContain(message)
  })
})

describe.each(kept.filter(one => isConfirmed(one) && one.fields.validTo && !one.givesPower && !one.waitsInactive))(
  '$title, confirmed by a second person, says',
  resource => {
    it('who proposed what, and when', async () => {
      const { row } = await created(resource)
      const state = { confirmStatus: 'CONFIRMED', validTo: addDays(today(), 20) }
      await portal.db(tableOf(resource)).where('id', row.id).update(state)
      const change = (validTo: string, who: ApiClient, rowVersion: number) =>
        who.patch(at(resource, row.id), { validTo, rowVersion })
      const proposed = await change(addDays(today(), 40), keeper, row.rowVersion)
      expect(proposed.body, JSON.stringify(proposed.body)).toMatchObject({ confirmStatus: 'CHANGE_PENDING' })
      const answer = await change(addDays(today(), 60), colleague, proposed.body.rowVersion)
      const message = refused(resource, answer, 'CHANGE_WAITS')
      expect(message).toBe(
        `${proposed.body.texts.proposedById.split(' · ')[0]} changed “Valid to” to ${dayText(addDays(today(), 40))} on ${dayText(today())}, which waits for a second person: confirm or withdraw it first`,
      )
    })
  },
)
