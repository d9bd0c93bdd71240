import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { sessionCookie } from '../../api/account/session-cookie.ts'
import { readConfig } from '../../api/platform/config.ts'
import { createLog } from '../../api/platform/log.ts'
import { prepareDatabase } from '../../api/prepare.ts'
import { signIn, startOurs } from '../bench/processes.ts'
import { createDatabase, startMariaDb } from '../support/databases/mariadb.ts'
import { type Target, targets } from './targets.ts'

// `npm run sqlmap -- [--mariadb] [--only orders,sign-in]` : sqlmap at level 2 against a portal of its own with
// the demo company, in the name of people who are signed in. Ends with 1 when it finds a way in, with 3 without sqlmap.

const { values: given } = parseArgs({
  options: { mariadb: { type: 'boolean', default: false }, only: { type: 'string' } },
})
const only = given.only?.split(',')
const cookie = sessionCookie({ environment: 'development' })

if (spawnSync('sqlmap', ['--version']).status !== 0) {
  console.error('sqlmap was not found: install it (apt-get install sqlmap) and try again.')
  process.exit(3)
}

const home = mkdtempSync(join(tmpdir(), 'bilty-sqlmap-'))
const server = given.mariadb ? await startMariaDb() : null
try {
  if (!(await findsAHole()))
    throw new Error('sqlmap does not find the hole that is made for it: what it says means nothing.')
  console.log('ok  the hole that is there to be found: found')
  const holes = await attackAll()
  console.log(holes.length > 0 ? `Ways in: ${holes.join(', ')}` : 'No way in.')
  process.exitCode = holes.length > 0 ? 1 : 0
} finally {
  await server?.stop()
  rmSync(home, { recursive: true, force: true })
}

async function attackAll(): Promise<string[]> {
  const databaseUrl = server ? await createDatabase(server.url, 'sqlmap') : `sqlite:${join(home, 'attacked.sqlite')}`
  const config = readConfig({ DATABASE_URL: databaseUrl, BILTY_HOME: home })
  await (await prepareDatabase(config, createLog({ logLevel: 'warn' }))).destroy()
  // Every request comes from a different address, or the rate limits alone would end the attack.
  const portal = await startOurs(databaseUrl, home, { TRUSTED_PROXIES: '1', LOG_LEVEL: 'error' })
  const holes: string[] = []
  try {
    for (const target of targets.filter(({ name }) => !only || only.includes(name))) {
      const from = performance.now()
      const headers = ['X-Requested-With: bilty']
      if (target.as) headers.push(`Cookie: ${cookie}=${await signIn(portal.url, target.as)}`)
      await demandAnswer(portal.url, target, headers)
      const said = await attack(portal.url, target, headers, server ? 'MySQL' : 'SQLite')
      const isIn = /identified the following injection point/.test(said)
      if (!isIn && !/do(es)? not (appear|seem) to be injectable/.test(said))
        throw new Error(`${target.name}: ${said.slice(-600)}`)
      if (isIn) holes.push(target.name)
      console.log(
        `${isIn ? 'NO' : 'ok'}  ${target.name}: ${Math.round((performance.now() - from) / 1000)} s ${isIn ? said : ''}`,
      )
    }
  } finally {
    await portal.stop()
  }
  return holes
}

/** Throws unless the address answers before the attack: an address that refuses everything would prove nothing. */
async function demandAnswer(base: string, { name, path, body, answers = 200 }: Target, headers: readonly string[]) {
  const own = Object.fromEntries(headers.map(header => header.split(': ') as [string, string]))
  const sent = body && { method: 'POST', body: JSON.stringify(body) }
  const answer = await fetch(base + encodeURI(path), {
    headers: { ...own, ...(body && { 'content-type': 'application/json' }) },
    ...sent,
  })
  if (answer.status !== answers) throw new Error(`${name} answers ${answer.status}: ${await answer.text()}`)
}

function attack(base: string, { path, body }: Target, headers: readonly string[], dbms: string): Promise<string> {
  const flags = [
    '--batch',
    '--level=2',
    '--risk=1',
    `--dbms=${dbms}`,
    '--threads=4',
    '--time-sec=3',
    '--flush-session',
    '--ignore-code=400,401,403,404,429',
    '--tamper=xforwardedfor',
    `--output-dir=${join(home, 'sqlmap')}`,
    `--headers=${headers.join('\n')}${body ? '\nContent-Type: application/json' : ''}`,
    // The cookie is one signed value: changing it signs the person out.
    `--skip=${cookie},user-agent,referer,host,cookie`,
  ]
  if (body) flags.push('--data', JSON.stringify(body))
  return new Promise(resolve => {
    execFile('sqlmap', ['-u', base + encodeURI(path), ...flags], { maxBuffer: 64 << 20 }, (_, out) => resolve(out))
  })
}

/** Whether sqlmap finds a known vulnerability: a handler that concatenates its input into the query. */
async function findsAHole(): Promise<boolean> {
  const db = new DatabaseSync(':memory:')
  db.exec("create table secret (code text, word text); insert into secret values ('A', 'x'), ('B', 'y')")
  const careless = createServer((request, response) => {
    const code = new URL(request.url!, 'http://localhost').searchParams.get('code')
    try {
      response.end(JSON.stringify(db.prepare(`select word from secret where code = '${code}'`).all()))
    } catch {
      response.writeHead(400).end('[]')
    }
  }).listen(0, '127.0.0.1')
  await once(careless, 'listening')
  const base = `http://127.0.0.1:${(careless.address() as AddressInfo).port}`
  const said = await attack(base, { name: 'hole', path: '/?code=A' }, [], 'SQLite')
  careless.closeAllConnections()
  careless.close()
  return /identified the following injection point/.test(said)
}
