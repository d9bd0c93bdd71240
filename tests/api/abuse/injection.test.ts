import { describe, expect, it } from 'vitest'
import type { Field } from '../../../resources/define/fields.ts'
import { problemWith } from '../../../resources/define/validate.ts'
import { resources } from '../../../resources/registry.ts'
import { LEAKED_DETAILS } from '../../support/abuse.ts'
import { endsBeforeLong } from '../../support/hang-limit.ts'
import { PASSWORD } from '../../support/password.ts'
import { personWith } from '../../support/people.ts'
import { emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

describe('a text of three hundred thousand characters', () => {
  const repeated = ['a', '1', '/', '@', '.', '-', ' ', 'A1', 'a@', '1.', '%'].map(part =>
    part.repeat(300_000 / part.length),
  )
  const texts = resources.flatMap(resource =>
    Object.entries(resource.fields)
      .filter(([, field]) => field.kind === 'text')
      .map(([name, field]) => ({ name: `${resource.name} ${name}`, field })),
  )
  it('is checked by every field in a time that grows with it, also by fields that may be that long', () => {
    const hanging: string[] = []
    expect(texts.length).toBeGreaterThan(200)
    for (const { name, field } of texts) {
      const asked = () => {
        for (const text of repeated) problemWith({ ...field, max: 1_000_000 } as Field, text)
      }
      try {
        endsBeforeLong(asked)
      } catch {
        hanging.push(name)
      }
    }
    expect(hanging).toEqual([])
  })
})

describe('what every answer carries and what it never reveals', () => {
  const portal = portalOfFile(() => emptyPortal({ LOG_LEVEL: 'info' }, { write: line => void lines.push(line) }))
  const buyer = portal.person(at => personWith(at, ['MASTER_ADMIN']))
  const lines: string[] = []

  it('security headers are on lists, errors, files, pages and missing paths', async () => {
    const answers = [
      await buyer.get('/api/masters/sbu'),
      await buyer.get('/api/masters/sbu/999999999'),
      await buyer.get('/api/masters/sbu?nothing=1'),
      await buyer.post('/api/masters/sbu', '{"code":'),
      await buyer.post('/api/masters/sbu', `{"code":"${'x'.repeat(3_000_000)}"}`),
      await buyer.get('/api/nowhere'),
      await buyer.get('/api/templates/masters/sbu'),
      await buyer.delete('/api/me'),
      await portal.nobody.get('/api/me'),
      await portal.nobody.get('/api/health'),
      await portal.nobody.get('/api/docs'),
      await portal.nobody.get('/api/banners/1/picture'),
      await portal.nobody.get('/nowhere'),
      await portal.nobody.get('/assets/nowhere.js'),
      await portal.nobody.post('/nowhere', {}),
      await portal.nobody.get('/%'),
    ]
    for (const [n, { status, headers }] of answers.entries()) {
      const policy = headers.get('content-security-policy') ?? ''
      const scripts = /script-src ([^;]*)/.exec(policy)?.[1]
      expect([n, status, scripts, /frame-ancestors 'none'/.test(policy), /object-src 'none'/.test(policy)]).toEqual([
        n,
        status,
        "'self'",
        true,
        true,
      ])
      expect([n, headers.get('x-content-type-options'), headers.get('referrer-policy')]).toEqual([
        n,
        'nosniff',
        'same-origin',
      ])
      expect([n, headers.get('x-powered-by'), headers.get('server')]).toEqual([n, null, null])
    }
    for (const path of ['/api/me', '/api/nowhere', '/api/health', '/api/masters/sbu'])
      expect([path, (await buyer.get(path)).headers.get('cache-control')]).toEqual([path, 'no-store'])
  })

  it('two hundred errors reveal nothing about the implementation', async () => {
    const odd = [
      "'",
      '"',
      '\\',
      '%00',
      '%27%20or%201=1--',
      '..%2f..%2fetc%2fpasswd',
      '%F0',
      '{{7*7}}',
      '%24%7B7*7%7D',
      '<script>',
    ]
    const paths = [
      'masters/sbu',
      'orders',
      'history',
      'imports',
      'attachments',
      'export/masters/sbu',
      'templates',
      'uses',
    ]
    let faults = 0
    for (const path of paths) {
      for (const text of odd) {
        const answers = await Promise.all([
          buyer.get(`/api/${path}/${text}`),
          buyer.get(`/api/${path}?code=${text}&$sort[${text}]=1&resource=${text}`),
          buyer.post(`/api/${path}`, { code: decodeURIComponent(text.replace('%F0', 'x')), rows: text }),
        ])
        for (const { status, body } of answers) {
          if (status < 400) continue
          faults++
          expect([path, text, status < 500]).toEqual([path, text, true])
          expect(JSON.stringify(body)).not.toMatch(LEAKED_DETAILS)
        }
      }
    }
    expect(faults).toBeGreaterThan(200)
  })

  it('the log keeps each entry on one line and never contains a password or token', async () => {
    const name = 'x\n{"level":"error","msg":"forged"}\r\n'
    await portal.nobody.post('/api/authentication', { strategy: 'local', loginId: name, password: 'Geheim-wort-1' })
    await portal.nobody.get('/api/me%0Aforged', { 'user-agent': 'x', authorization: 'Bearer geheim-token' })
    await portal.nobody.post('/api/new-password', { token: 'g'.repeat(32), newPassword: 'Geheim-wort-2' })
    await buyer.post('/api/my-password', { password: 'Geheim-wort-3', newPassword: 'Geheim-wort-4' })
    expect(lines.length).toBeGreaterThan(100)
    for (const line of lines) {
      expect(line.trimEnd()).not.toContain('\n')
      expect(() => JSON.parse(line)).not.toThrow()
    }
    const all = lines.join('')
    expect(all).not.toMatch(/geheim|g{32}/i)
    expect(all).not.toContain(PASSWORD)
    expect(all).not.toContain(buyer.token)
  })
})
