import { beforeAll, describe, expect, it } from 'vitest'
import { orderMessage } from '../../../api/orders/sap/order-message.ts'
import { today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { dayText } from '../../../resources/define/show.ts'
import { lastOfMonth } from '../../../seeds/demo-days.ts'
import { exampleOrderInput, idempotencyHeader, orderInputFor, takeStep } from '../../support/orders/example-order.ts'
import { type Answer, type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const asha = portal.person('asha')
let arjun: ApiClient
let desk: ApiClient
let buyer: ApiClient

beforeAll(async () => {
  arjun = await portal.as('sales_rep')
  desk = await portal.as('csc_agent')
  buyer = await portal.as('customer')
})

type Lines = Parameters<typeof orderInputFor>[3]

const idOf = async (table: string, where: Record<string, unknown>): Promise<number> =>
  (await portal.db(table).where(where).first('id')).id
const customer = (code: string) => idOf('customer', { code })
const product = (code: string) => idOf('products', { code })
const entered = async (who: ApiClient, code: string, lines: Lines) =>
  orderInputFor(portal, who, { id: await customer(code) }, lines)
const faults = ({ body }: Answer): string[] => (body.errors ?? body.faults).map(({ code }: { code: string }) => code)

/** Adds a row to a master while `work` runs. */
async function whileKept(path: string, row: Record<string, unknown>, happens: () => Promise<void>) {
  const { status, body } = await desk.post(`/api/masters/${path}`, row)
  expect(status, JSON.stringify(body)).toBe(201)
  try {
    await happens()
  } finally {
    await portal.db(path.replaceAll('-', '_')).where({ id: body.id }).delete()
  }
}

const block = async (more: Record<string, unknown> = {}) => ({
  customerId: await customer('100101'),
  reasonCodeId: await idOf('reason_code', { reasonType: 'BLOCK', code: 'OVERDUE' }),
  remarks: 'Wrote that he pays on Friday',
  validFrom: today(),
  ...more,
})

describe('a customer whom the customer service centre blocks', () => {
  it('cannot start an order, keeps their drafts, and cannot submit them', async () => {
    const order = await exampleOrderInput(portal, asha, [['LS-1001', 20, 0]])
    const draft = await asha.post('/api/orders', order, idempotencyHeader())
    expect(draft.status).toBe(201)
    await whileKept('block-customer-order-creation', await block(), async () => {
      const refused = await asha.post('/api/orders', order, idempotencyHeader())
      expect([refused.status, faults(refused)]).toEqual([422, ['CUSTOMER_BLOCKED']])
      expect(refused.body.errors[0].message).toContain('Invoices are overdue (Wrote that he pays on Friday)')
      const submit = await takeStep(asha, draft.body.id, 'submit')
      expect([submit.status, faults(submit)]).toEqual([422, ['CUSTOMER_BLOCKED']])
      expect((await asha.get(`/api/orders/${draft.body.id}`)).body.status).toBe('DRAFT')
      expect(faults(await asha.post('/api/quotes', order))).toEqual(['CUSTOMER_BLOCKED'])
    })
    expect((await takeStep(asha, draft.body.id, 'submit')).status).toBe(201)
  })

  it('sees the block before choosing a ship-to, without the internal remark', async () => {
    await whileKept('block-customer-order-creation', await block(), async () => {
      const { body } = await buyer.get(`/api/order-context?customerId=${await customer('100101')}`)
      expect(body.blocks).toEqual([
        { mode: 'BLOCK', sbuId: null, message: expect.stringMatching(/Invoices are overdue\. Ask the credit desk/) },
      ])
      const { body: found } = await asha.get('/api/order-customers?q=100101')
      expect(found[0].blocked).toBe('portal')
    })
  })

  it('may order from another SBU, and gets only a warning where the block is one', async () => {
    const order = await exampleOrderInput(portal, asha, [['LS-1001', 20, 0]])
    const pharma = await block({ sbuId: await idOf('sbu', { code: 'PH' }) })
    await whileKept('block-customer-order-creation', pharma, async () => {
      expect((await asha.post('/api/orders', order, idempotencyHeader())).status).toBe(201)
    })
    await whileKept('block-customer-order-creation', await block({ blockMode: 'WARN' }), async () => {
      const { body } = await asha.post('/api/quotes', order)
      expect([body.faults, body.warnings]).toEqual([[], [expect.objectContaining({ code: 'CUSTOMER_BLOCKED' })]])
      const draft = await asha.post('/api/orders', order, idempotencyHeader())
      expect((await takeStep(asha, draft.body.id, 'submit')).status).toBe(201)
    })
  })

  it('may be the distributor: lines bought through the distributor are refused, lines the customer buys directly are not', async () => {
    await whileKept(
      'block-customer-order-creation',
      await block({ customerId: await customer('100202') }),
      async () => {
        const refused = await arjun.post(
          '/api/orders',
          await entered(arjun, '100104', [['LS-1008', 5, 0]]),
          idempotencyHeader(),
        )
        expect([refused.status, refused.body.errors[0].message]).toEqual([
          422,
          expect.stringMatching(/^Customer 100202 Coromandel .* may not place orders/),
        ])
        const direct = await arjun.post(
          '/api/orders',
          await entered(arjun, '100104', [['LS-1302', 6, 0]]),
          idempotencyHeader(),
        )
        expect(direct.status).toBe(201)
      },
    )
  })

  it('orders again from the day after the block ends', async () => {
    const past = await block({ validFrom: addDays(today(), -20), validTo: addDays(today(), -1) })
    await whileKept('block-customer-order-creation', past, async () => {
      const order = await exampleOrderInput(portal, asha, [['LS-1001', 20, 0]])
      expect((await asha.post('/api/orders', order, idempotencyHeader())).status).toBe(201)
    })
  })
})

describe('blocks', () => {
  const path = '/api/masters/block-customer-order-creation'
  const rows = async (of: string) =>
    (await desk.get(`${path}?customerId=${await customer(of)}&isActive=true&$limit=20`)).body.data

  it('are placed on many customers at once, all or none, and lifted with a remark', async () => {
    const asked = {
      customers: '100101, 100102\n100103',
      reasonCodeId: await idOf('reason_code', { reasonType: 'BLOCK', code: 'OVERDUE' }),
      remarks: 'Year-end',
      validFrom: addDays(today(), -3),
    }
    const wrong = await desk.post(`${path}/actions`, {
      action: 'blockMany',
      asked: { ...asked, customers: '100101 999999' },
    })
    expect([wrong.status, wrong.body.errors[0].message]).toEqual([400, 'Customers: 999999 is no code of a customer'])
    expect(await rows('100101')).toEqual([])
    const { status, body } = await desk.post(`${path}/actions`, { action: 'blockMany', asked })
    expect(status, JSON.stringify(body)).toBe(201)
    const [block] = await rows('100103')
    expect(block).toMatchObject({ isCurrent: true, texts: { createdById: expect.any(String) } })
    const all = [...(await rows('100101')), ...(await rows('100102')), block]
    const lifted = await desk.post(`${path}/actions`, {
      action: 'unblock',
      rows: all.map(({ id, rowVersion }) => ({ id, rowVersion })),
      asked: { remarks: 'Paid' },
    })
    expect(lifted.status, JSON.stringify(lifted.body)).toBe(201)
    expect((await rows('100103'))[0]).toMatchObject({
      validTo: addDays(today(), -1),
      remarks: 'Paid',
      isCurrent: false,
    })
  })

  it('are mailed to the customers to be notified, with the reason and without the internal remark', async () => {
    const told = () => portal.db('message_log').where({ templateCode: 'CUSTOMER_BLOCKED' }).orderBy('id', 'desc')
    const before = (await told()).length
    const silent = await desk.post(path, await block({ notifyCustomer: false }))
    const warning = await desk.post(path, await block({ blockMode: 'WARN', sbuId: await idOf('sbu', { code: 'PS' }) }))
    expect([silent.status, warning.status]).toEqual([201, 201])
    expect(await told()).toHaveLength(before)
    const loud = await desk.post(
      path,
      await block({ remarks: 'Do not trust', sbuId: await idOf('sbu', { code: 'PH' }) }),
    )
    const [mail] = await told()
    const reason = await portal.db('reason_code').where({ id: loud.body.reasonCodeId }).first('name')
    expect(mail.body).toContain(`: ${reason.name}.`)
    expect(mail.body).not.toContain('Do not trust')
    for (const { body } of [silent, warning, loud])
      await portal
        .db('block_customer_order_creation')
        .where({ id: body.id })
        .update({ isActive: 0, naturalKey: `x${body.id}` })
  })

  it('that begin today are withdrawn when they are lifted', async () => {
    const { body } = await desk.post(path, await block())
    const { status } = await desk.post(`${path}/actions`, {
      action: 'unblock',
      rows: [{ id: body.id, rowVersion: body.rowVersion }],
      asked: { remarks: 'By mistake' },
    })
    expect(status).toBe(201)
    expect((await desk.get(`${path}/${body.id}`)).body).toMatchObject({ isActive: false, remarks: 'By mistake' })
  })

  it('are placed by a sales manager on their own customers only', async () => {
    const meena = await portal.as('meena')
    const { status } = await meena.post(`${path}/actions`, {
      action: 'blockMany',
      asked: { ...(await block()), customerId: undefined, customers: '100106' },
    })
    expect(status).toBe(400)
  })
})

describe('an item that is not available for long', () => {
  it('is refused with its substitute', async () => {
    const order = await entered(asha, '100103', [['PS-2003', 350, 0]])
    const lactose = { productId: await product('PH-3102'), qty: 25_000, manualDiscountPct: 0 }
    // Arjun keeps the account in that SBU.
    const arjun = await portal.as('sales_rep')
    const { body } = await arjun.post('/api/quotes', { ...order, lines: [lactose] })
    expect(body.faults).toContainEqual(
      expect.objectContaining({
        code: 'ITEM_NOT_AVAILABLE',
        field: 'lines[0].productId',
        message: expect.stringMatching(
          new RegExp(`expected on ${dayText(lastOfMonth(7))}\\. Order PH-3103 .* instead\\.$`),
        ),
        substitute: { id: await product('PH-3103'), code: 'PH-3103', name: expect.any(String) },
      }),
    )
  })

  it('comes from another plant when only one is without it, and is refused when that plant was chosen by hand', async () => {
    const order = await exampleOrderInput(portal, asha, [['LS-1001', 20, 0]])
    const row = async (plant: string) => ({
      productId: await product('LS-1001'),
      plantId: await idOf('plant', { code: plant }),
      message: 'The line is being rebuilt',
      validFrom: today(),
    })
    const keeper = desk
    desk = await portal.as('master_admin')
    try {
      await whileKept('perennial-non-available-items', await row('1202'), async () => {
        const quoted = await asha.post('/api/quotes', order)
        expect([faults(quoted), quoted.body.lines[0].plant]).toEqual([[], expect.stringContaining('1201')])
      })
      await whileKept('perennial-non-available-items', await row('1201'), async () => {
        const quoted = await asha.post('/api/quotes', order)
        expect([faults(quoted), quoted.body.lines[0].plant]).toEqual([[], expect.not.stringContaining('1201')])
        const chosen = { ...order.lines[0], plantId: await idOf('plant', { code: '1201' }) }
        const csc = await portal.as('csc_agent')
        expect(faults(await csc.post('/api/quotes', { ...order, lines: [chosen] }))).toEqual(['ITEM_NOT_AVAILABLE'])
      })
    } finally {
      desk = keeper
    }
  })
})

describe('petroleum', () => {
  it('needs a ship-to with a licence above the free quantity', async () => {
    const little = await entered(asha, '100102', [['LS-1103', 12, 0]])
    expect(faults(await asha.post('/api/quotes', little))).not.toContain('PESO_LICENCE_REQUIRED')
    const much = await entered(asha, '100102', [['LS-1103', 13, 0]])
    expect(faults(await asha.post('/api/quotes', much))).toContain('PESO_LICENCE_REQUIRED')
    const licensed = {
      ...much,
      customerId: await customer('100101'),
      shipToId: await idOf('ship_to', { code: '200102' }),
    }
    expect(faults(await asha.post('/api/quotes', licensed))).not.toContain('PESO_LICENCE_REQUIRED')
  })

  it('is not sourced from a CnF whose licence has ended', async () => {
    const order = await exampleOrderInput(portal, asha, [['LS-1103', 4, 0]])
    const { body: before } = await asha.post('/api/quotes', order)
    expect(before.lines[0].sourceRule).toBe('CNF_PRODUCT')
    await portal
      .db('cnf')
      .where({ code: 'BHW' })
      .update({ pesoValidTo: addDays(today(), -1) })
    const { body: after } = await asha.post('/api/quotes', order)
    await portal.db('cnf').where({ code: 'BHW' }).update({ pesoValidTo: '2031-12-31' })
    expect(after.lines[0].sourceRule).toBe('DEFAULT_PLANT')
    expect(JSON.stringify(after.lines[0].sourceTrace)).toContain('its PESO licence ended')
  })
})

describe('a standing instruction of a customer', () => {
  it('is put on the order line and in the item text of SAP: the most specific one, and the single batch', async () => {
    const order = await entered(arjun, '100104', [['LS-1302', 6, 0]])
    const { body: quoted } = await arjun.post('/api/quotes', order)
    const says = 'On dry ice, by Thursday at the latest; mark “enzymes”.'
    expect(quoted.lines[0]).toMatchObject({ singleBatchRequired: true, shippingInstruction: says })
    const { body } = await arjun.post('/api/orders', order, idempotencyHeader())
    const line = await portal.db('order_line').where({ orderId: body.id }).first()
    expect(line).toMatchObject({ singleBatchRequired: 1, shippingInstruction: says })
    expect((await orderMessage(portal.db, body.id)).lines[0]!.shippingInstruction).toBe(says)
  })

  it('is replaced by the text entered for this order', async () => {
    const order = await exampleOrderInput(portal, asha, [['LS-1001', 20, 0]])
    const typed = { ...order, lines: order.lines.map(line => ({ ...line, shippingInstruction: 'By hand to Sneha' })) }
    const { body } = await asha.post('/api/quotes', typed)
    expect(body.lines[0]).toMatchObject({ singleBatchRequired: false, shippingInstruction: 'By hand to Sneha' })
    const { body: silent } = await asha.post('/api/quotes', order)
    expect(silent.lines[0].shippingInstruction).toMatch(/^Unload at gate 2/)
  })
})
