import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { formatProblem, isAddressFormat, normalise } from '../../../resources/define/formats.ts'
import { clean, validate, withDefaults } from '../../../resources/define/validate.ts'
import { isForTrials, originOf, soundAddress, webAddress } from '../../../resources/define/web-address.ts'
import { transporterLink } from '../../../resources/dispatches/tracking-steps.ts'
import { reports, resources } from '../../../resources/registry.ts'
import { paymentAccount } from '../../../resources/settings/payment-account.ts'
import { settingsFrom } from '../../../resources/settings/settings.ts'

const root = new URL('../../../', import.meta.url)

describe('a web address', () => {
  it.each([
    ['https://Track.Example/LR?no={lr_no}', 'https://track.example/LR?no={lr_no}'],
    ['https://track.example/{lr_no}', 'https://track.example/{lr_no}'],
    [' https://track.example:443 ', 'https://track.example/'],
    ['https://bücher.example', 'https://xn--bcher-kva.example/'],
    ['http://localhost:3030/x', 'http://localhost:3030/x'],
    ['http://[::1]:3030/', 'http://[::1]:3030/'],
    ['http://2130706433/', 'http://127.0.0.1/'],
  ])('%s is stored as %s, and stays so', (typed, stored) => {
    expect(normalise('url', typed)).toBe(stored)
    expect(normalise('url', stored)).toBe(stored)
    expect(formatProblem('url', stored)).toBeUndefined()
  })

  it.each([
    'pay.payu.in',
    '//pay.payu.in',
    'http://pay.payu.in',
    'https://',
    'https:pay.payu.in',
    'https://user@pay.payu.in',
    'https://user:secret@pay.payu.in/',
    'https://pay payu.in',
    'https://pay.payu.in:99999',
    'https://{lr_no}.example/',
    'https://-.example',
    'https://[::1',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://pay.payu.in',
    'http://127.evil.example',
    'http://169.254.169.254/',
    'http://[::ffff:127.0.0.1]/',
  ])('is refused as %s', typed => {
    expect(webAddress(typed)).toBeNull()
    for (const format of ['url', 'origin', 'origins'] as const)
      expect(formatProblem(format, normalise(format, typed))).toBeDefined()
  })

  it('of this very machine, or without a certificate, is for trials alone', () => {
    const sorted = ['https://pay.example', 'https://localhost', 'https://127.1.2.3', 'http://[::1]:80']
    expect(sorted.map(address => isForTrials(webAddress(address)!))).toEqual([false, true, true, true])
  })
})

describe('an origin', () => {
  it('is stored without a slash, a usual port or capitals', () => {
    expect(normalise('origin', 'https://Secure.PayU.in:443/')).toBe('https://secure.payu.in')
    expect(normalise('origins', ' https://a.example/  https://B.example\thttps://a.example')).toBe(
      'https://a.example https://b.example',
    )
  })

  it.each(['https://pay.example/path', 'https://pay.example/?a=1', 'https://pay.example/#a'])(
    'has nothing behind it: %s',
    typed => {
      expect(formatProblem('origin', normalise('origin', typed))).toMatch(/without a path/)
      expect(formatProblem('origins', normalise('origins', `https://a.example ${typed}`))).toMatch(/without paths/)
    },
  )
})

describe('the addresses of a payment account', () => {
  const account = { code: 'PAYU1', gateway: 'PAYU', mode: 'LIVE', companyCode: '1000', validFrom: '2026-04-01' }
  const faults = (more: object) =>
    validate(paymentAccount, withDefaults(paymentAccount, clean(paymentAccount, { ...account, ...more }))).map(
      ({ message }) => message,
    )

  it('are checked alike in the form and on the server, and the sentence names the field', () => {
    const sound = { payAt: 'https://secure.payu.in/', askAt: 'https://info.payu.in' }
    expect(faults({ ...sound, formHosts: 'https://api.payu.in' })).toEqual([])
    expect(faults({ ...sound, payAt: 'secure.payu.in' })).toEqual([
      'Payment page must be a web address without a path that starts with https://, such as https://bilty.in',
    ])
    expect(faults({ ...sound, askAt: 'http://10.0.0.5' })).toEqual([
      'Address for questions must be a web address without a path that starts with https://, such as https://bilty.in',
    ])
    expect(faults({ ...sound, formHosts: 'https://api.payu.in javascript:alert(1)' })).toEqual([
      'Further hosts must be web addresses without paths that start with https://, with spaces between',
    ])
  })
})

describe('an address that was stored before addresses were checked', () => {
  it('is shown to nobody, and leads nowhere', () => {
    expect(soundAddress('javascript:alert(1)')).toBeNull()
    expect(soundAddress(null)).toBeNull()
    expect(soundAddress('https://news.example')).toBe('https://news.example/')
    expect(originOf('pay.payu.in')).toBeNull()
    expect(transporterLink('javascript:alert({lr_no})', 'LR-1')).toBeNull()
    expect(transporterLink('https://vrl.example/{lr_no}', 'LR 1')).toBe('https://vrl.example/LR%201')
  })

  it('counts as a setting that nobody wrote', () => {
    const read = settingsFrom(
      new Map([
        ['sms.link_address', 'javascript:alert(1)'],
        ['sap.journal_entry_path', '@evil.example/sap/'],
      ]),
    )
    expect(read['sms.link_address']).toBe('-')
    expect(read['sap.journal_entry_path']).toMatch(/^\/sap\//)
    expect(settingsFrom(new Map([['sms.link_address', 'https://bilty.in']]))['sms.link_address']).toBe(
      'https://bilty.in',
    )
  })
})

describe('the whole product', () => {
  it('declares each text that is used as an address as one', () => {
    const texts = [...resources, ...reports].flatMap(({ name, fields }) =>
      Object.entries(fields).flatMap(([field, { kind, format }]) =>
        kind === 'text' && /(url|uri|hosts?|(?<=[a-z])At)$/i.test(field) && !isAddressFormat(format)
          ? [`${name}.${field}`]
          : [],
      ),
    )
    expect(texts).toEqual([])
  })

  it('reads no stored text as an address in a way that may fail', () => {
    const files = ['api', 'resources', 'admin'].flatMap(folder =>
      readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
        .filter(file => /\.tsx?$/.test(file))
        .map(file => `${folder}/${file}`),
    )
    const readers = files.filter(file =>
      /new URL\((?!'[^']*', import\.meta\.url)/.test(
        readFileSync(new URL(file, root), 'utf8').replace(/URL\.canParse\((\w+)\)[^\n]*new URL\(\1\)/g, ''),
      ),
    )
    expect(readers.sort()).toEqual(
      [
        // Files of the project.
        'api/derive/print-migration.ts',
        // What the operator wrote into the environment, checked when the portal starts.
        'api/platform/config.ts',
        'api/platform/database.ts',
        'api/platform/simulators.ts',
        'api/simulators/start.ts',
        // A link that SAP answered, of which a wrong one is an answer that cannot be read.
        'api/sap/http/entity-pages.ts',
        // The address of SAP with a path that the product wrote.
        'api/sap/http/session.ts',
        // What a browser posted to a simulator, asked first whether it can be read.
        'api/simulators/gateways/shop-address.ts',
        'api/simulators/gateways/simulator.ts',
      ].sort(),
    )
  })
})
