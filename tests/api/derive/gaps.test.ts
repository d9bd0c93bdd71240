import { describe, expect, it } from 'vitest'
import { today } from '../../../api/platform/clock.ts'
import { customerWiseProductWisePrice } from '../../../resources/channel-13-masters/customer-wise-product-wise-price.ts'
import { addDays, FOREVER } from '../../../resources/define/dates.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { dayText } from '../../../resources/define/show.ts'
import { perennialNonAvailableItems } from '../../../resources/masters/perennial-non-available-items.ts'
import { exampleInput, exampleRow } from '../../support/example-rows.ts'
import { importFile } from '../../support/imports.ts'
import { masterEditor } from '../../support/people.ts'
import { emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(emptyPortal)
const keeper = portal.person(masterEditor)
const prices = customerWiseProductWisePrice as unknown as Resource
const PATH = `/api/${prices.path}`
const end = addDays(today(), 30)

/** A price in force since April that ends in thirty days, and the same price later. */
async function endingPrice() {
  const row = await exampleRow(portal.db, prices, { minQty: 0, validTo: end })
  const { customerId, productId, minQty, netPrice } = row
  return { id: row.id, later: { customerId, productId, minQty, netPrice } }
}
const messages = ({ body }: { body: { warnings?: { code: string; message: string }[] } }) =>
  (body.warnings ?? []).filter(({ code }) => code === 'GAP').map(({ message }) => message)

describe('days without a price', () => {
  it('are told as the next price is saved, which begins too late, and not where it begins the day after', async () => {
    const { later } = await endingPrice()
    const late = addDays(end, 5)
    expect(messages(await keeper.post(PATH, { ...later, validFrom: late }))).toEqual([
      `The earlier row ended on ${dayText(end)}, and this one begins on ${dayText(late)}: no row is valid for 4 days`,
    ])
    const { later: other } = await endingPrice()
    expect(messages(await keeper.post(PATH, { ...other, validFrom: addDays(end, 1) }))).toEqual([])
  })

  it('are told as a price is ended earlier than the next one begins, one or many', async () => {
    const { id, later } = await endingPrice()
    await keeper.post(PATH, { ...later, validFrom: addDays(end, 1) })
    const sentence = `This row ends on ${dayText(addDays(end, -1))}, and the next one begins on ${dayText(addDays(end, 1))}: no row is valid for one day`
    const many = { ids: [id], expected: 1, change: { validTo: addDays(end, -1) }, preview: true }
    const { body } = await keeper.post(`${PATH}/bulk`, many)
    expect(body.warnings.map(({ errors }: { errors: { message: string }[] }) => errors[0]!.message)).toEqual([sentence])
    const saved = await keeper.patch(`${PATH}/${id}`, { validTo: addDays(end, -1), rowVersion: 1 })
    expect(messages(saved)).toEqual([sentence])
  })

  it('are told by the dry run of a file', async () => {
    const { later } = await endingPrice()
    const codeOf = async (table: string, id: unknown) =>
      (
        await portal
          .db(table)
          .where({ id: id as number })
          .first('code')
      ).code
    const [customer, product] = [await codeOf('customer', later.customerId), await codeOf('products', later.productId)]
    const head = 'customer_code,product_code,min_qty,net_price,valid_from,valid_to'
    const job = await importFile(
      portal,
      keeper,
      prices.path,
      `${head}\n${customer},${product},0,9.00,${addDays(end, 3)},\n`,
    )
    expect(job).toMatchObject({ rowsNew: 1, warned: 1 })
  })

  it('are not told where nothing follows, or where the next row of the key begins at once by a change', async () => {
    const { id } = await endingPrice()
    expect(messages(await keeper.patch(`${PATH}/${id}`, { validTo: addDays(end, -9), rowVersion: 1 }))).toEqual([])
    const changed = await keeper.patch(`${PATH}/${id}`, { netPrice: 77_00, validTo: FOREVER, rowVersion: 2 })
    expect([changed.status, messages(changed)]).toEqual([200, []])
  })
})

describe('a substitute', () => {
  it('that cannot be ordered itself is told as it is saved', async () => {
    const resource = perennialNonAvailableItems as unknown as Resource
    const draft = await exampleInput(portal.db, resource)
    const other = await exampleInput(portal.db, resource)
    const substituteProductId = other.productId as number
    await portal.db('products').where({ id: substituteProductId }).update({ isOrderable: 0 })
    const { status, body } = await keeper.post(`/api/${resource.path}`, { ...draft, substituteProductId })
    expect([status, body.warnings?.[0]?.message]).toEqual([
      201,
      expect.stringMatching(/^Substitute .* cannot be ordered itself$/),
    ])
    expect(await portal.db(tableOf(resource)).where({ id: body.id }).first('id')).toBeDefined()
  })
})
