import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mockRequestSignature } from '../../../api/payments/gateways/mock.ts'
import { formOn, simulatedShop } from '../../support/gateways/simulated-shop.ts'

let shop: Awaited<ReturnType<typeof simulatedShop>>
const secret = 'between the shop and its gateways-mock'
const amount = '125000.50'

beforeEach(async () => {
  shop = await simulatedShop()
})
afterEach(() => shop.close())

const request = (over: Record<string, string> = {}) => ({
  txn_no: 'PT262700000087',
  amount,
  signature: mockRequestSignature(secret, { txn_no: 'PT262700000087', amount, ...over }),
  return_url: `${shop.url}/api/payments/return/mock`,
  notify_url: '/api/payments/notify/mock',
  ...over,
})

/** Starts a payment, presses a button and returns what the browser would post to the portal. */
async function pay(choice: string, over: Record<string, string> = {}) {
  const chooser = formOn(await (await shop.post('/gateway/mock', request(over))).text())
  const answer = await shop.post(chooser.action, { ...chooser.fields, choice })
  expect(answer.status).toBe(200)
  return formOn(await answer.text())
}

describe('the pages of the simulated gateway MOCK', () => {
  it('works behind a body parser too', async () => {
    await shop.close()
    shop = await simulatedShop({ withParser: true })
    expect((await pay('success')).fields).toMatchObject({ txn_no: 'PT262700000087', status: 'SUCCESS' })
  })

  it('refuses a bad signature with a sentence, at every address', async () => {
    for (const path of ['/gateway/mock', '/gateway/mock/choose', '/gateway/mock/status']) {
      const answer = await shop.post(path, { ...request(), amount: '1.00', choice: 'success' })
      expect(answer.status).toBe(400)
      expect(await answer.text()).toContain('The signature does not fit this payment.')
    }
    expect((await shop.post('/gateway/mock', {})).status).toBe(400)
  })

  it.each([
    'https://evil.example/return',
    '//evil.example/return',
    '/\\evil.example/return',
    'javascript:alert(1)',
    '',
  ])('never redirects to %j', async return_url => {
    const answer = await shop.post('/gateway/mock', request({ return_url }))
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('on the address of this shop')
  })

  it('never redirects to another host through a path of two slashes', async () => {
    expect((await shop.post('/gateway/mock', request({ return_url: `${shop.url}//evil.example/` }))).status).toBe(400)
  })

  it('shows pages without inline script or style, in which no field can break out of its place', async () => {
    const answer = await shop.post('/gateway/mock', request({ extra: '"><script>alert(1)</script>' }))
    const html = await answer.text()
    expect(html).toContain('₹&nbsp;1,25,000.50')
    expect(html).not.toContain('<script')
    expect(html).not.toMatch(/ style=| on\w+=|<style/)
    const back = await (await shop.post('/gateway/mock/choose', { ...request(), choice: 'success' })).text()
    expect(back).toContain('<script src="/gateway/mock/return.js" defer></script>')
    expect(back.match(/<script/g)).toHaveLength(1)
    for (const file of ['return.js', 'page.css'])
      expect((await fetch(`${shop.url}/gateway/mock/${file}`)).status).toBe(200)
  })
})
