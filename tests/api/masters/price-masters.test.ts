import { describe, expect, it } from 'vitest'
import { today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { dayText } from '../../../resources/define/show.ts'
import { type Answer, type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const pricing = portal.person('pricing_approver')

const idOf = async (table: string, where: Record<string, unknown>): Promise<number> =>
  (await portal.db(table).where(where).first('id')).id
const product = (code: string) => idOf('products', { code })
const customer = (code: string) => idOf('customer', { code })

describe('a price agreed for a delivery address', () => {
  const agreed = async (netPrice: number) => ({
    customerId: await customer('100101'),
    shipToId: await idOf('ship_to', { code: '200102' }),
    productId: await product('LS-1001'),
    netPrice,
    approvedRef: 'Mail of today',
    validFrom: today(),
  })

  it('is saved although it is above the list price, with a warning', async () => {
    const { status, body } = await pricing.post('/api/masters/cust-shipto-prod-price', await agreed(1_050_00))
    expect([status, body.netPrice]).toEqual([201, 1_050_00])
    expect(body.warnings).toEqual([
      {
        field: 'netPrice',
        code: 'ABOVE_LIST',
        message: 'Net price ₹ 1,050.00 is above the list price of ₹ 1,000.00',
      },
    ])
  })

  it('gets no warning when it is below', async () => {
    const [row] = (await pricing.get('/api/masters/cust-shipto-prod-price?approvedRef=Mail of today')).body.data
    const { status, body } = await pricing.patch(`/api/masters/cust-shipto-prod-price/${row.id}`, {
      netPrice: 980_00,
      rowVersion: row.rowVersion,
    })
    expect([status, body.netPrice, body.warnings]).toEqual([200, 980_00, undefined])
  })
})

const refusal = ({ body }: Answer) =>
  body.errors?.map((fault: Record<string, unknown>) => [fault.field, fault.code, fault.message])[0]
const told = ({ status, body }: Answer) => [
  status,
  (body.warnings ?? []).map((one: { code: string; message: string }) => `${one.code} ${one.message}`),
]

describe('a price of channel 13', () => {
  const path = '/api/channel-13-masters/customer-wise-product-wise-price'

  it('is saved for a customer of another channel too, with a warning that no order uses it', async () => {
    const row = { customerId: await customer('100101'), productId: await product('LS-1004'), netPrice: 1_000_00 }
    expect(told(await pricing.post(path, { ...row, validFrom: today() }))).toEqual([
      201,
      ['OTHER_CHANNEL Customer buys in channel 11: this price is read only for customers of channel 13'],
    ])
  })

  it('gets a warning above the list price of channel 13, from 243.80 on', async () => {
    const row = { customerId: await customer('100110'), productId: await product('PH-3101'), minQty: 900_000 }
    const answer = await pricing.post(path, { ...row, netPrice: 243_81, validFrom: today() })
    expect(told(answer)).toEqual([201, ['ABOVE_LIST Net price ₹ 243.81 is above the list price of ₹ 243.80']])
  })
})

describe('a promo code', () => {
  const promo = async (more: Record<string, unknown>) =>
    pricing.post('/api/masters/channel-product-promocode', {
      promoCode: 'winter26',
      channelId: await idOf('channel', { code: '11' }),
      productId: await product('LS-1001'),
      discountType: 'AMOUNT_PER_UNIT',
      discountValue: 100_00,
      validFrom: today(),
      ...more,
    })

  it('takes off less than the list price, and at most all of it in percent', async () => {
    expect(refusal(await promo({ discountValue: 1_000_00 }))).toEqual([
      'discountValue',
      'RANGE',
      'Discount must be less than the list price of ₹ 1,000.00',
    ])
    expect(refusal(await promo({ discountType: 'PERCENT', discountValue: 100_01 }))?.[2]).toBe(
      'Discount must be at most 100 when it is a percentage',
    )
    expect(refusal(await promo({ discountValue: 0 }))?.[1]).toBe('RANGE')
  })

  it('is of letters and digits, in capitals', async () => {
    expect(refusal(await promo({ promoCode: 'WINTER-26' }))?.[2]).toBe(
      'Promo code must be of letters A to Z and digits only',
    )
    const { status, body } = await promo({})
    expect([status, body.promoCode, body.usedCount]).toEqual([201, 'WINTER26', 0])
  })
})

describe('a limit price', () => {
  it('takes effect once a second person confirmed it, and is saved with a warning above the list price', async () => {
    const row = { productId: await product('LS-1004'), limitPrice: 1_270_00, validFrom: today() }
    const answer = await pricing.post('/api/masters/productwise-limit-price', row)
    expect(told(answer)).toEqual([
      201,
      [
        'ABOVE_LIST Limit price ₹ 1,270.00 is above the lowest list price of its channels, ₹ 1,159.20: even orders at list need approval',
      ],
    ])
    expect(answer.body.confirmStatus).toBe('PENDING')
    const confirm = (who: ApiClient) =>
      who.post('/api/masters/productwise-limit-price/actions', {
        action: 'confirm',
        rows: [{ id: answer.body.id, rowVersion: 1 }],
      })
    expect((await confirm(pricing)).status).toBe(403)
    const { status, body } = await confirm(await portal.as('ravi'))
    expect([status, body.data[0].confirmStatus]).toEqual([201, 'CONFIRMED'])
  })

  it('is hidden from customers and sites', async () => {
    for (const login of ['customer', 'distributor', 'dispatch', 'transporter'])
      for (const path of ['productwise-limit-price', 'zone-wise-asp'])
        expect((await (await portal.as(login)).get(`/api/masters/${path}`)).status, login).toBe(403)
  })
})

describe('freight', () => {
  it('has no rate for goods that the customer collects', async () => {
    const keeper = await portal.as('master_admin')
    const row = { productId: await product('LS-1002'), transMode: 'PWC', rateBasis: 'PER_KG', rate: 1_00 }
    expect(
      refusal(await keeper.post('/api/masters/article-freight', { ...row, validFrom: today() }))?.slice(0, 2),
    ).toEqual(['transMode', 'ENUM'])
  })
})

describe('the average selling prices', () => {
  const nextMonth = `${addDays(`${today().slice(0, 8)}28`, 4).slice(0, 8)}01`
  const compute = () => pricing.post('/api/masters/zone-wise-asp/actions', { action: 'compute' })
  const average = async (zone: string, code: string) =>
    portal
      .db('zone_wise_asp')
      .where({ zoneId: await idOf('zone', { code: zone }), productId: await product(code), isActive: 1 })
      .orderBy('validFrom', 'desc')
      .first('asp', 'basis', 'validFrom', 'validTo', 'id')

  async function invoiced(no: string, day: string, lines: [string, number, number][], more = {}) {
    const at = { rowVersion: 1, createdAt: day, updatedAt: day }
    const [invoiceId] = await portal.db('invoice').insert({
      ...{ invoiceNo: no, sapBillingDoc: no, invoiceType: 'INVOICE', invoiceDate: day, isCancelled: 0 },
      ...{ soldToId: await customer('100101'), shipToId: await idOf('ship_to', { code: '200101' }) },
      ...{ plantId: await idOf('plant', { code: '1201' }), sbuId: await idOf('sbu', { code: 'LS' }) },
      ...{ netValue: 1, freightValue: 0, cgst: 0, sgst: 0, igst: 0, roundOff: 0, grossValue: 1, dueDate: day },
      ...{ isCleared: 0, cess: 0, tcs: 0, taxDifference: 0 },
      ...{ dispatchStatus: 'PENDING', ...more, ...at },
    })
    for (const [place, [code, qty, netValue]] of lines.entries())
      await portal.db('invoice_line').insert({
        ...{ invoiceId, lineNo: place + 1, productId: await product(code), qty, uom: 'EA', unitPrice: 1, netValue },
        ...{ gstRate: 0, taxValue: 0, grossWeightKg: 0, ...at },
      })
  }

  it('are net value by quantity of 90 days, from the 1st of next month; the previous row ends the day before', async () => {
    await invoiced('A1', addDays(today(), -10), [
      ['LS-1001', 40_000, 36_480_00],
      ['LS-1006', 3_000, 20_000_00],
    ])
    await invoiced('A2', addDays(today(), -90), [['LS-1001', 60_000, 57_000_00]])
    await invoiced('A3', addDays(today(), -91), [['LS-1001', 1_000_000, 1_00]])
    await invoiced('A4', addDays(today(), -5), [['LS-1001', 1_000_000, 1_00]], { isCancelled: 1 })
    await invoiced('A5', addDays(today(), -5), [['LS-1001', 1_000_000, 1_00]], { invoiceType: 'CREDIT_NOTE' })
    const { status, body } = await compute()
    expect([status, body.message]).toEqual([201, `Averages that count from ${dayText(nextMonth)}: 2`])
    expect(await average('WEST', 'LS-1001')).toMatchObject({ asp: 934_80, basis: 'COMPUTED', validFrom: nextMonth })
    expect(await average('WEST', 'LS-1006')).toMatchObject({ asp: 6_666_67, validTo: '9999-12-31' })
    const before = await portal.db('zone_wise_asp').where({ asp: 960_00, basis: 'MANUAL' }).first()
    expect(before.validTo).toBe(addDays(nextMonth, -1))
  })

  it('are computed again with newer invoices, and leave manually entered rows alone', async () => {
    const row = await average('WEST', 'LS-1006')
    await portal.db('zone_wise_asp').where({ id: row.id }).update({ basis: 'MANUAL', asp: 6_500_00 })
    await invoiced('A6', today(), [['LS-1001', 100_000, 1_00_000_00]])
    expect((await compute()).body.message).toBe(
      `Averages that count from ${dayText(nextMonth)}: 1; entered by hand and left as they are: 1`,
    )
    expect(await average('WEST', 'LS-1001')).toMatchObject({ asp: 967_40, basis: 'COMPUTED' })
    expect(await average('WEST', 'LS-1006')).toMatchObject({ asp: 6_500_00, basis: 'MANUAL' })
  })
})

describe('lists of prices', () => {
  const list = async (path: string, query = '') => (await pricing.get(`/api/${path}?$limit=100&${query}`)).body

  it('show the list price beside the price of channel 13, and how far it is from it', async () => {
    const { data } = await list('channel-13-masters/customer-wise-product-wise-price', 'netPrice=23800')
    expect(data).toMatchObject([{ netPrice: 238_00, listPrice: 243_80, diffPct: -238 }])
    const sorted = await list('channel-13-masters/customer-wise-product-wise-price', '$sort[diffPct]=-1&diffPct[$lt]=0')
    expect(sorted.total).toBe(5)
    expect(sorted.data[0].diffPct).toBeGreaterThan(sorted.data[3].diffPct)
  })

  it('show how far a limit price is below the list price of its channel, or the lowest of all', async () => {
    const { data } = await list('masters/productwise-limit-price', `productId=${await product('LS-1003')}`)
    const shown = data.map((row: Record<string, unknown>) => [row.limitPrice, row.listPrice, row.gapPct])
    expect(shown).toContainEqual([1_900_00, 2_005_60, 527])
    expect(shown).toContainEqual([1_780_00, 2_071_00, 1405])
  })

  it('are filtered by the SBU of the product', async () => {
    const sbu = await idOf('sbu', { code: 'PS' })
    const { data } = await list('masters/article-freight', `productId.sbuId=${sbu}`)
    expect(data).toHaveLength(4)
    for (const row of data) expect(row.texts.productId).toMatch(/^PS-/)
  })

  it('count the products of an NID', async () => {
    const keeper = await portal.as('master_admin')
    const { body } = await keeper.get('/api/masters/nid?code=N310')
    expect(body.data[0].productCount).toBe(3)
  })
})
