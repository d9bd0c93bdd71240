import { describe, expect, it } from 'vitest'
import { exampleOrderInput, idempotencyHeader, orderInputFor, takeStep } from '../../support/orders/example-order.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const asha = portal.person('asha')
const arjun = portal.person('sales_rep')

type Lines = Parameters<typeof orderInputFor>[3]
const customer = async (code: string) => (await portal.db('customer').where({ code }).first('id')) as { id: number }
const asked = async (who: ApiClient, code: string, lines: Lines) =>
  orderInputFor(portal, who, await customer(code), lines)
const quoted = async (who: ApiClient, order: object) => (await who.post('/api/quotes', order)).body

describe('the plant of a line', () => {
  it.each([
    ['the toll centre that makes it', '100202', 'PS-2008', 25, 'TOLL_CENTER', '1301'],
    ['the CnF of the buyer', '100106', 'PH-3105', 250, 'CUSTOMER_PRODUCT_CNF', '1203'],
    ['the CnF of the channel in the state', '100110', 'PH-3101', 20, 'CHANNEL_PRODUCT_CNF', '1202'],
    ['the CnF of the channel elsewhere', '100110', 'PH-3104', 25, 'CHANNEL_PRODUCT_CNF', '1201'],
    ['the CnF that stocks it', '100104', 'LS-1302', 5, 'CNF_PRODUCT', '1203'],
  ])('is %s', async (_, code, product, qty, sourceRule, plant) => {
    const { lines } = await quoted(arjun, await asked(arjun, code, [[product, qty, 0]]))
    expect(lines[0].sourceRule).toBe(sourceRule)
    expect(lines[0].plant).toMatch(new RegExp(`^${plant} `))
  })

  it('is not a CnF that must not supply it', async () => {
    const { lines } = await quoted(asha, await exampleOrderInput(portal, asha, [['LS-1303', 2, 0]]))
    expect(lines[0].sourceRule).toBe('DEFAULT_PLANT')
    expect(JSON.stringify(lines[0].sourceTrace)).toContain('EXCLUDED: No freezer at -20 °C')
  })

  it('is the central warehouse when only the CnF lacks stock', async () => {
    const order = await exampleOrderInput(portal, asha, [['LS-1101', 20, 0]])
    const where = async (plant: string, unrestrictedQty: number) =>
      portal
        .db('stock_level')
        .where({ plantId: (await portal.db('plant').where({ code: plant }).first('id')).id })
        .update({ unrestrictedQty })
    await where('1201', 5_000)
    await where('1401', 400_000)
    const { lines } = await quoted(asha, order)
    expect([lines[0].sourceRule, lines[0].plant]).toEqual(['CW_SHORTAGE', '1401 · Nagpur central warehouse'])
    const setting = { key: 'sourcing.cw_fallback' }
    const kept = await portal.db('app_setting').where(setting).first('value')
    await portal.db('app_setting').where(setting).update({ value: 'false' })
    expect((await quoted(asha, order)).lines[0].sourceRule).toBe('CNF_PRODUCT')
    await portal.db('app_setting').where(setting).update({ value: kept.value })
  })
})

describe('the price of a line', () => {
  it('is that of channel 13 for customers of channel 13', async () => {
    const { lines } = await quoted(arjun, await asked(arjun, '100110', [['PH-3101', 500, 0]]))
    expect(lines[0]).toMatchObject({ priceSource: 'CUSTOMER_PRICE', netPrice: 231_00, listPrice: 243_80 })
  })

  it('is compared with limit price and average price, which buyers never see', async () => {
    const order = await exampleOrderInput(portal, asha, [['LS-1001', 100, 8]])
    expect((await quoted(asha, order)).lines[0]).toMatchObject({ limitPrice: 880_00, limitGapPct: 68, aspGapPct: 896 })
    const { lines } = await quoted(await portal.as('customer'), { ...order, poAttachmentId: null })
    for (const name of ['limitPrice', 'limitGapPct', 'asp', 'aspGapPct', 'priceTrace'])
      expect(lines[0], name).not.toHaveProperty(name)
    expect(lines[0]).toHaveProperty('netPrice')
  })

  it('needs the approval for its gap to the average price where that is larger than its discount', async () => {
    await portal.db('zone_wise_asp').where({ asp: 960_00 }).update({ asp: 1_100_00 })
    const { approvals } = await quoted(asha, await exampleOrderInput(portal, asha, [['LS-1001', 100, 4]]))
    await portal.db('zone_wise_asp').where({ asp: 1_100_00 }).update({ asp: 960_00 })
    // 912.00 is 8.80 % below the list, and 17.09 % below the average: beyond Joseph's 15 %.
    expect(approvals[0].people).toEqual(['Meena Kulkarni', "Joseph D'Souza", 'Kavita Rao'])
  })
})

describe('a promo code', () => {
  const withCode = async (promoCode: string, lines: Lines) => {
    const order = await exampleOrderInput(portal, asha, lines)
    return { ...order, lines: order.lines.map(line => ({ ...line, promoCode })) }
  }
  const promo = () => portal.db('channel_product_promocode').where({ promoCode: 'SOLVENT5' }).first()

  it('is entered with the line in any letter case, and adds to the standing discount where it may be combined', async () => {
    const { lines, faults } = await quoted(asha, await withCode('solvent5', [['LS-1101', 6, 0]]))
    expect(faults).toEqual([])
    expect(lines[0]).toMatchObject({ defaultDiscountPct: 300, promoDiscountValue: 191_58, netPrice: 3_639_93 })
  })

  it('that does not apply here stops the submit, with the reason', async () => {
    const { faults, lines } = await quoted(asha, await withCode('SOLVENT5', [['LS-1101', 3, 0]]))
    expect(faults).toMatchObject([
      {
        code: 'PROMO_NOT_VALID',
        field: 'lines[0].promoCode',
        message: 'Line 10 (LS-1101): promo code SOLVENT5 applies from a quantity of 4 on: order as many, or remove it',
      },
    ])
    expect(lines[0].netPrice).toBe(3_831_50)
  })

  it('is counted when the order is placed, and released when it is cancelled', async () => {
    const draft = await asha.post('/api/orders', await withCode('SOLVENT5', [['LS-1101', 6, 6]]), idempotencyHeader())
    expect([draft.status, (await promo()).usedCount]).toEqual([201, 0])
    const line = await portal.db('order_line').where({ orderId: draft.body.id }).first()
    expect([line.promoCode, line.promoCodeId]).toEqual(['SOLVENT5', (await promo()).id])
    await takeStep(asha, draft.body.id, 'submit')
    expect((await promo()).usedCount).toBe(1)
    await portal.db('channel_product_promocode').where({ promoCode: 'SOLVENT5' }).update({ maxUses: 1 })
    const { faults } = await quoted(asha, await withCode('SOLVENT5', [['LS-1101', 6, 0]]))
    expect(faults.map(({ code }: { code: string }) => code)).toEqual(['PROMO_NOT_VALID'])
    const gone = await takeStep(asha, draft.body.id, 'cancel', { remark: 'Bought elsewhere' })
    expect([gone.status, (await promo()).usedCount]).toEqual([201, 0])
  })
})

describe('freight', () => {
  it('is charged when the freight terms say so, by the rate of the zone, and taxed with the goods', async () => {
    const { lines } = await quoted(arjun, await asked(arjun, '100109', [['PS-2012', 100, 0]]))
    const [line] = lines
    // 100 kg net weigh 105 kg gross: 105 × 4.25.
    expect(line.freightValue).toBe(446_25)
    expect(line.taxableValue).toBe(line.netValue + 446_25)
  })

  it('gives a warning when it is to be charged and no rate is known', async () => {
    const { warnings, faults } = await quoted(arjun, await asked(arjun, '100109', [['PS-2003', 350, 0]]))
    expect(faults).toEqual([])
    expect(warnings).toContainEqual(
      expect.objectContaining({
        code: 'NO_FREIGHT_RATE',
        message: 'Line 10 (PS-2003) has no freight rate for this mode of transport: no freight is charged for it',
      }),
    )
  })
})
