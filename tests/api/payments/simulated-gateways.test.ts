import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChoiceName } from '../../../api/simulators/gateways/choices.ts'
import { adapters, gatewayNames, payment } from '../../support/gateways/payment-gateways.ts'
import { simulatedShop } from '../../support/gateways/simulated-shop.ts'
import { temporaryHome } from '../../support/temporary-home.ts'

let shop: Awaited<ReturnType<typeof simulatedShop>>
beforeEach(async () => {
  shop = await simulatedShop()
})
afterEach(() => shop.close())

/** Gateways without a word of their own for a payment that was given up. */
const givenUp = { mock: 'FAILED', payu: 'CANCELLED', ccavenue: 'CANCELLED', billdesk: 'FAILED' } as const

describe.each(gatewayNames)('the simulated %s', name => {
  const verify = () => shop.gateway(name).verify(payment)
  const claimed = (fields: Parameters<ReturnType<typeof shop.gateway>['readCallback']>[0]) =>
    shop.gateway(name).readCallback(fields)
  /** What the gateway's server has told the shop, as the shop reads it. */
  const heard = () => shop.heard.map(({ fields }) => claimed(fields))

  it.each([
    ['success', 'SUCCESS'],
    ['fail', 'FAILED'],
    ['cancel', givenUp[name]],
    ['pending', 'PENDING'],
  ] as const)(
    'after %s takes the browser back, tells the shop and answers its question alike',
    async (choice, status) => {
      const { action, fields } = await shop.pay(name, choice)
      expect(action).toBe(`${shop.url}/api/payments/return/${name}/DEMO`)
      const expected = { txnNo: payment.orderNo, status, amount: payment.amount, signatureOk: true }
      expect(claimed(fields)).toMatchObject(expected)
      const { gatewayTxnId } = claimed(fields)
      expect(await verify()).toMatchObject({ status, amount: payment.amount, currency: 'INR', gatewayTxnId })
      if (choice === 'pending') return expect(shop.heard).toEqual([])
      await expect.poll(heard).toMatchObject([{ ...expected, gatewayTxnId }])
      expect(shop.heard[0]!.path).toBe(`/api/payments/notify/${name}/DEMO`)
    },
  )

  it('tells the shop twice, with the same words', async () => {
    await shop.pay(name, 'twice')
    await expect.poll(() => shop.heard).toHaveLength(2)
    expect(shop.heard[1]).toEqual(shop.heard[0])
  })

  it('tells the shop before the browser is back', async () => {
    await shop.pay(name, 'early')
    expect(heard()).toMatchObject([{ status: 'SUCCESS', signatureOk: true }])
  })

  it.each([
    ['late', '2026-11-20T06:31:00.000Z'],
    ['nextDay', '2026-11-21T06:30:00.000Z'],
  ] as const)('with %s leaves a payment pending and tells the shop of it later', async (choice, later) => {
    expect(claimed((await shop.pay(name, choice)).fields)).toMatchObject({ status: 'PENDING', signatureOk: true })
    await shop.simulator.tellDue()
    expect(shop.heard).toEqual([])
    expect((await verify()).status).toBe('PENDING')
    shop.time.at = later
    await shop.simulator.tellDue()
    expect(heard()).toMatchObject([{ status: 'SUCCESS', amount: payment.amount, signatureOk: true }])
    expect((await verify()).status).toBe('SUCCESS')
  })

  // CCAvenue signs nothing: what was forged reads well, and only the answer to a question shows it.
  const readsWell = name === 'ccavenue'
  it('lets the amount be forged, of which nothing was paid', async () => {
    const { fields } = await shop.pay(name, 'tamper')
    expect(claimed(fields)).toMatchObject({ status: 'SUCCESS', amount: 100, signatureOk: readsWell })
    expect((await verify()).status).toBe('FAILED')
  })

  it('lets the status be forged, while the payment failed', async () => {
    const { fields } = await shop.pay(name, 'tamperStatus')
    expect(claimed(fields)).toMatchObject({ status: 'SUCCESS', amount: payment.amount, signatureOk: readsWell })
    expect((await verify()).status).toBe('FAILED')
  })

  it('signs wrongly, while the payment was made', async () => {
    const { fields } = await shop.pay(name, 'badSignature')
    expect(claimed(fields).signatureOk).toBe(false)
    await expect.poll(heard).toMatchObject([{ signatureOk: false }])
    expect((await verify()).status).toBe('SUCCESS')
  })

  it('takes another amount, which it says when it is asked', async () => {
    const { fields } = await shop.pay(name, 'less')
    expect(claimed(fields)).toMatchObject({ status: 'SUCCESS', amount: 100, signatureOk: true })
    expect(await verify()).toMatchObject({ status: 'SUCCESS', amount: 100 })
  })

  it('is down for a minute, in which nothing becomes of the payment', async () => {
    await shop.pay(name, 'down')
    expect(await verify()).toMatchObject({ status: 'UNKNOWN', why: 'ERROR' })
    shop.time.at = '2026-11-20T06:31:00.000Z'
    expect((await verify()).status).toBe('SUCCESS')
  })

  it('does not know a payment that never reached it', async () => {
    expect(await verify()).toMatchObject({ status: 'UNKNOWN', why: 'NOT_FOUND' })
  })

  it('does not let a paid payment be paid or failed again, but a failed one be paid', async () => {
    await shop.pay(name, 'fail')
    const open = await shop.start(name)
    await shop.pay(name, 'success')
    expect((await shop.post(open.action, open.fields)).status).toBe(409)
    const again = await shop.post(`/gateway/${name}/choose`, { ...open.fields, choice: 'fail' satisfies ChoiceName })
    expect(again.status).toBe(409)
    expect((await verify()).status).toBe('SUCCESS')
  })

  it('knows a payment apart from one of the same number at another gateway', async () => {
    await shop.pay(name, 'fail')
    for (const other of gatewayNames.filter(one => one !== name))
      expect((await shop.gateway(other).verify(payment)).status).toBe('UNKNOWN')
  })

  it('refuses a form that was changed, another amount for the same number, and addresses of others', async () => {
    const form = await shop.start(name)
    for (const field of Object.keys(form.fields).filter(one => !/url$|phone$/.test(one))) {
      const changed = { ...form.fields, [field]: `${form.fields[field]}1` }
      expect([field, (await shop.post(form.action, changed)).status]).toEqual([field, 400])
    }
    await shop.pay(name, 'pending')
    const other = await shop.start(name, { amount: 900 })
    expect((await shop.post(other.action, other.fields)).status).toBe(409)
    const away = await shop.start(name, { returnUrl: 'https://evil.example/api/payments/return/x' })
    const answer = await shop.post(away.action, away.fields)
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('on the address of this shop')])
  })

  it('gives back at once what it took, and says so', async () => {
    await shop.pay(name, 'autoRefund')
    expect((await shop.gateway(name).verify(payment)).status).toBe('RETURNED')
  })

  it('gives no answer to a question that is not ours', async () => {
    await shop.pay(name, 'success')
    const stranger = { ...shop.account(name), secret: 'a guess' }
    expect(await adapters[name].open(stranger).verify(payment)).toMatchObject({ status: 'UNKNOWN', why: 'ERROR' })
  })
})

describe('a notice of the next day', () => {
  it('comes though the portal was restarted meanwhile', async () => {
    const home = temporaryHome()
    const file = join(home.path, 'gateway.sqlite')
    const before = await simulatedShop({ file })
    await before.pay('payu', 'nextDay')
    await before.close()
    const after = await simulatedShop({ file, at: '2026-11-21T06:30:00.000Z' })
    expect((await after.gateway('payu').verify(payment)).status).toBe('SUCCESS')
    await expect.poll(() => after.heard).toHaveLength(1)
    expect(after.gateway('payu').readCallback(after.heard[0]!.fields)).toMatchObject({ status: 'SUCCESS' })
    await after.close()
    home.remove()
  })
})

describe('the shop, where it has another name than its gateway', () => {
  it('gets its customers back under that name', async () => {
    const other = await simulatedShop({ shops: ['https://portal.example'] })
    const port = new URL(other.url).port
    for (const [index, origin] of [`http://localhost:${port}`, 'https://portal.example'].entries()) {
      const form = await other.start('payu', {
        returnUrl: `${origin}/api/payments/return/payu/DEMO`,
        orderNo: `PT26270000000${index}`,
      })
      await other.post(form.action, form.fields)
      const answer = await other.post('/gateway/payu/choose', { ...form.fields, choice: 'success' })
      expect(await answer.text()).toContain(`action="${origin}/api/payments/return/payu/DEMO"`)
    }
    await other.close()
  })
})
