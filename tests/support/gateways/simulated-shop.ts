import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { bodyParser, Koa } from '@feathersjs/koa'
import { type Fields, readFields } from '../../../api/payments/gateways/fields.ts'
import { simulatedAccount } from '../../../api/payments/gateways/simulated-account.ts'
import type { SimulatedName } from '../../../api/simulators/gateways/accounts.ts'
import type { ChoiceName } from '../../../api/simulators/gateways/choices.ts'
import { gatewaySimulator } from '../../../api/simulators/gateways/simulator.ts'
import { deskOf } from './gateway-desk.ts'
import { adapters, listening, payment } from './payment-gateways.ts'

/** The address and the hidden fields of the form on a page. */
export function formOn(html: string): { action: string; fields: Fields } {
  const hidden = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)]
  const plain = (value: string) => value.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')
  return {
    action: plain(/<form method="post" action="([^"]*)"/.exec(html)?.[1] ?? ''),
    fields: Object.fromEntries(hidden.map(([, name, value]) => [plain(name!), plain(value!)])),
  }
}

/** A shop with the simulated gateways: it keeps what their servers tell it, and the test moves its clock. */
export async function simulatedShop({
  withParser = false,
  shops = [] as string[],
  file = ':memory:',
  at = '2026-11-20T06:30:00.000Z',
} = {}) {
  const secret = 'between the shop and its gateways'
  const time = { at }
  const heard: { path: string; fields: Fields }[] = []
  const app = new Koa()
  app.silent = true
  app.use(async (ctx, next) => {
    if (!ctx.path.startsWith('/api/payments/notify/')) return next()
    heard.push({ path: ctx.path, fields: readFields(await text(ctx.req)) })
    ctx.status = 200
  })
  if (withParser) app.use(bodyParser())
  app.use((ctx, next) => simulator(ctx, next))
  const { url, stop } = await listening(createServer(app.callback()))
  const simulator = gatewaySimulator({ secret, file, shop: url, whileMs: 60_000, shops, clock: () => time.at })

  const post = (address: string, fields: Fields) =>
    fetch(new URL(address, url), { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  const account = (name: SimulatedName) => simulatedAccount(name, adapters[name], secret, { url, page: url })
  const gateway = (name: SimulatedName) => adapters[name].open(account(name))
  /** The form with which the browser goes to the gateway. */
  const start = (name: SimulatedName, over: Partial<typeof payment & { returnUrl: string }> = {}) =>
    gateway(name).start({
      ...payment,
      returnUrl: `${url}/api/payments/return/${name}/DEMO`,
      notifyUrl: `${url}/api/payments/notify/${name}/DEMO`,
      ...over,
    })
  return {
    ...{ url, time, heard, post, account, gateway, start, simulator },
    /** The gateway as its staff and the banks see it. */
    desk: (name: SimulatedName) => deskOf(url, secret, name),
    /** Goes to the gateway, presses a button and returns the form that the browser takes back to the shop. */
    async pay(name: SimulatedName, choice: ChoiceName, over: Partial<typeof payment> = {}) {
      const form = await start(name, over)
      const chooser = formOn(await (await post(form.action, form.fields)).text())
      const answer = await post(chooser.action, { ...chooser.fields, choice })
      return formOn(await answer.text())
    },
    async close() {
      await stop()
      simulator.close()
    },
  }
}
