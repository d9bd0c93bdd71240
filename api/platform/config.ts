import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { join, resolve } from 'node:path'

/** The folder of the project. Relative paths in the environment start here. */
export const root = resolve(import.meta.dirname, '..', '..')

/** A setting that cannot be used. The message is one sentence that names the variable and says what to change. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

type Environment = Readonly<Record<string, string | undefined>>

/** The SAP gateway to call, by Basic sign-in or OAuth 2.0; without one the built-in simulator answers. */
type SapConfig = Readonly<{ url: string; client: string; timeoutMs: number } & (SapUser | SapTokens)>
type SapUser = { user: string; password: string }
type SapTokens = { tokenUrl: string; clientId: string; clientSecret: string; scope: string | null }

/** The server that sends our mails, and their sender address. */
type MailConfig = Readonly<{ smtpUrl: string; from: string }>

/** The HTTP gateway that sends our SMS, the token we bear, and the one that its delivery reports bear. */
type SmsConfig = Readonly<{ url: string; token: string; reportToken: string | null }>

/** What every variable of a merchant account begins with, so that no name of an account reaches another secret. */
export const MERCHANT_VARIABLES = 'PAYMENT_'
/** What every variable of an account at the e-way portal begins with. */
export const EWAY_VARIABLES = 'EWAY_'

const environments = ['development', 'production', 'test'] as const
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export type Config = Readonly<{
  environment: (typeof environments)[number]
  host: string
  /** 0 takes any free port. */
  port: number
  /** `sqlite:/absolute/file` or a `mysql://` address. */
  databaseUrl: string
  /** The `mysql://` address of a replica that reports are read from; without it they are read from the database itself. */
  reportsDatabaseUrl: string | null
  /** Whether a start migrates the database. Off where that is a deploy step of its own. */
  migrateAtStart: boolean
  /** The folder of everything stored outside the database: the secret, attached files. */
  home: string
  /** Signs sessions and links; at least 32 characters. */
  secret: string
  logLevel: (typeof logLevels)[number]
  sap: SapConfig | null
  /** Where the simulated systems listen; 0 takes any free port. */
  simulatorsPort: number
  /** How long after its order the simulated SAP bills it. */
  simulatedBillAfterMs: number
  /** Without it mails are saved and wait. */
  mail: MailConfig | null
  /** Without it a simulator takes the SMS; in production they are saved and wait. */
  sms: SmsConfig | null
  /** The variables of merchant accounts at payment gateways; what is missing concerns its account alone, not the start. */
  merchantVariables: Environment
  /** The variables of accounts at the e-way portal; what is missing concerns its account alone. */
  ewayVariables: Environment
  /** Hosts of an inner network, each with or without a port, that the portal may call in production. */
  egressAllow: readonly string[]
  /** Hosts that payment accounts may name besides those of the gateways. */
  paymentHosts: readonly string[]
  /** Hosts of the GSP that accounts at the e-way portal may name, besides those of NIC. */
  ewayHosts: readonly string[]
  /** Where people reach the portal, for the links in mails; never taken from a request, which anybody can forge. */
  portalUrl: string
  /** The Redis in which the processes of one portal share rate limits and changes; without it each works by itself. */
  redisUrl: string | null
  /** What Prometheus bears to read the metrics; without it they are given on the machine itself alone. */
  metricsToken: string | null
  /** The number of our proxies in front: so many addresses at the end of X-Forwarded-For are believed. */
  proxies: number
  /** How many times as much as declared people outside may create in an hour. */
  postingTimes: number
}>

/**
 * Reads and checks the settings in `env`. Throws ConfigError for the first bad one. Without BILTY_SECRET one is made
 * and saved in the home folder (not in production).
 */
export function readConfig(env: Environment): Config {
  const environment = oneOf(env, 'NODE_ENV', environments, 'development')
  const home = resolve(root, env.BILTY_HOME || 'data')
  return Object.freeze({
    environment,
    host: env.HOST || (environment === 'production' ? '0.0.0.0' : '127.0.0.1'),
    port: readPort(env),
    simulatorsPort: readSimulatorsPort(env),
    databaseUrl: readDatabaseUrl(env, home),
    reportsDatabaseUrl: readReportsUrl(env),
    migrateAtStart: oneOf(env, 'MIGRATE_AT_START', ['yes', 'no'], 'yes') === 'yes',
    home,
    logLevel: oneOf(env, 'LOG_LEVEL', logLevels, environment === 'production' ? 'info' : 'warn'),
    sap: readSap(env),
    simulatedBillAfterMs: readBillAfter(env) * 1000,
    mail: readMail(env),
    sms: readSms(env),
    merchantVariables: variablesOf(env, MERCHANT_VARIABLES),
    ewayVariables: variablesOf(env, EWAY_VARIABLES),
    egressAllow: readHosts(env, 'EGRESS_ALLOW'),
    paymentHosts: readHosts(env, 'PAYMENT_HOSTS'),
    ewayHosts: readHosts(env, 'EWAY_HOSTS'),
    portalUrl: readPortalUrl(env, environment),
    redisUrl: readRedisUrl(env),
    metricsToken: readMetricsToken(env),
    proxies: readProxies(env),
    postingTimes: readPostingTimes(env),
    secret: readSecret(env, environment, home),
  })
}

const variablesOf = (env: Environment, prefix: string): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith(prefix)))

function oneOf<const Value extends string>(
  env: Environment,
  name: string,
  values: readonly Value[],
  standard: Value,
): Value {
  const given = env[name] || standard
  const value = values.find(candidate => candidate === given)
  if (!value) throw new ConfigError(`${name} is "${given}": set it to one of ${values.join(', ')}.`)
  return value
}

function readPort(env: Environment, name = 'PORT', standard = '3030'): number {
  const portText = env[name] || standard
  const port = Number(portText)
  if (!/^\d+$/.test(portText) || port > 65535) {
    throw new ConfigError(`${name} is "${portText}": set it to a whole number from 0 to 65535.`)
  }
  return port
}

const BESIDE = 1_000

function readSimulatorsPort(env: Environment): number {
  const port = readPort(env)
  return readPort(env, 'SIMULATORS_PORT', `${port === 0 || port + BESIDE > 65535 ? 0 : port + BESIDE}`)
}

const databaseForms = 'mysql://user:password@host:3306/database, or sqlite:path/to/file'

function readDatabaseUrl(env: Environment, home: string): string {
  const databaseUrl = env.DATABASE_URL
  if (!databaseUrl) return `sqlite:${join(home, 'bilty.sqlite')}`
  if (databaseUrl.startsWith('sqlite:')) {
    const path = databaseUrl.slice('sqlite:'.length).replace(/^\/\/(?=\/)/, '')
    if (!path || path.startsWith(':')) {
      throw new ConfigError('DATABASE_URL names no file after "sqlite:": write for example sqlite:data/bilty.sqlite.')
    }
    return `sqlite:${resolve(root, path)}`
  }
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : null
  if (!url || !['mysql:', 'mariadb:'].includes(url.protocol) || !url.hostname) {
    // The value is not repeated: it may hold a password.
    throw new ConfigError(`DATABASE_URL is not an address that is understood: write it as ${databaseForms}.`)
  }
  if (url.pathname.length < 2) {
    throw new ConfigError(`DATABASE_URL names no database: write it as ${databaseForms}.`)
  }
  return databaseUrl.replace(/^mariadb:/, 'mysql:')
}

function readReportsUrl(env: Environment): string | null {
  const reportsUrl = env.REPORTS_DATABASE_URL
  if (!reportsUrl) return null
  if (!env.DATABASE_URL || env.DATABASE_URL.startsWith('sqlite:'))
    throw new ConfigError(
      'REPORTS_DATABASE_URL is set beside an SQLite database, which has no replica: remove it, or set DATABASE_URL to a MariaDB or MySQL.',
    )
  const url = URL.canParse(reportsUrl) ? new URL(reportsUrl) : null
  if (!url || !['mysql:', 'mariadb:'].includes(url.protocol) || !url.hostname || url.pathname.length < 2)
    // The value is not repeated: it may hold a password.
    throw new ConfigError(
      'REPORTS_DATABASE_URL is not an address that is understood: write it as mysql://user:password@host:3306/database, or remove it to read reports from DATABASE_URL.',
    )
  return reportsUrl.replace(/^mariadb:/, 'mysql:')
}

/** The link-local addresses, where cloud machines offer their secrets; nothing that we call is there. */
const linkLocal = new BlockList()
linkLocal.addSubnet('169.254.0.0', 16)
linkLocal.addSubnet('fe80::', 10, 'ipv6')

function isLinkLocal(url: string): boolean {
  // For http addresses the URL parser has already rewritten 2852039166 and 0xa9fea9fe as four numbers.
  const host = new URL(url.replace(/^\w+:/, 'http:')).hostname.replace(/^\[|\]$/g, '')
  return isIP(host) > 0 && linkLocal.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4')
}

function readSap(env: Environment): SapConfig | null {
  const sapUrl = env.SAP_URL
  if (!sapUrl) return null
  if (!URL.canParse(sapUrl) || !/^https?:$/.test(new URL(sapUrl).protocol) || isLinkLocal(sapUrl)) {
    throw new ConfigError(
      `SAP_URL is "${sapUrl}": set it to an http or https address, or remove it to use the simulator.`,
    )
  }
  const { SAP_CLIENT: client = '100' } = env
  if (!/^\d{3}$/.test(client)) throw new ConfigError(`SAP_CLIENT is "${client}": set it to three digits, such as 100.`)
  const signIn = env.SAP_TOKEN_URL ? readSapTokens(env, env.SAP_TOKEN_URL) : readSapUser(env)
  return Object.freeze({ url: sapUrl.replace(/\/+$/, ''), client, timeoutMs: readSapTimeout(env) * 1000, ...signIn })
}

function readSapTimeout(env: Environment): number {
  const secondsText = env.SAP_TIMEOUT_SECONDS || '30'
  const seconds = Number(secondsText)
  if (/^\d{1,3}$/.test(secondsText) && seconds >= 1 && seconds <= 300) return seconds
  throw new ConfigError(`SAP_TIMEOUT_SECONDS is "${secondsText}": set it to a whole number of seconds from 1 to 300.`)
}

function readSapUser({ SAP_USER: user, SAP_PASSWORD: password }: Environment): SapUser {
  if (!user) throw new ConfigError('SAP_USER is missing: set it to the user that SAP_URL is to be called with.')
  if (!password) throw new ConfigError('SAP_PASSWORD is missing: set it to the password of SAP_USER.')
  return { user, password }
}

function readSapTokens(env: Environment, tokenUrl: string): SapTokens {
  if (!URL.canParse(tokenUrl) || !/^https?:$/.test(new URL(tokenUrl).protocol) || isLinkLocal(tokenUrl))
    throw new ConfigError(
      `SAP_TOKEN_URL is "${tokenUrl}": set it to the https address that gives tokens, or remove it to sign in with SAP_USER.`,
    )
  const { SAP_CLIENT_ID: clientId, SAP_CLIENT_SECRET: clientSecret } = env
  if (env.SAP_USER)
    throw new ConfigError('SAP_USER is set beside SAP_TOKEN_URL: remove one of them, they are two ways to sign in.')
  if (!clientId) throw new ConfigError('SAP_CLIENT_ID is missing: set it to the client that SAP_TOKEN_URL knows.')
  if (!clientSecret) throw new ConfigError('SAP_CLIENT_SECRET is missing: set it to the secret of SAP_CLIENT_ID.')
  return { tokenUrl, clientId, clientSecret, scope: env.SAP_SCOPE || null }
}

function readBillAfter(env: Environment): number {
  const secondsText = env.SAP_SIMULATOR_BILLS_AFTER || '3'
  if (!/^\d{1,9}$/.test(secondsText)) {
    throw new ConfigError(`SAP_SIMULATOR_BILLS_AFTER is "${secondsText}": set it to a whole number of seconds.`)
  }
  return Number(secondsText)
}

function readMail(env: Environment): MailConfig | null {
  const smtpUrl = env.SMTP_URL
  if (!smtpUrl) return null
  if (!URL.canParse(smtpUrl) || !/^smtps?:$/.test(new URL(smtpUrl).protocol) || isLinkLocal(smtpUrl)) {
    // The value is not repeated: it may hold a password.
    throw new ConfigError(
      'SMTP_URL is not an address that is understood: write it as smtp://user:password@host:587, or remove it to send no mails.',
    )
  }
  const from = env.MAIL_FROM ?? ''
  if (!/^([^<>@]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(from)) {
    throw new ConfigError(
      'MAIL_FROM is missing or no address: set it to who sends the mails, such as Bilty <orders@company.in>.',
    )
  }
  return Object.freeze({ smtpUrl, from })
}

function readSms(env: Environment): SmsConfig | null {
  const { SMS_URL: smsUrl, SMS_TOKEN: token, SMS_REPORT_TOKEN: reportToken } = env
  if (!smsUrl) return null
  if (!URL.canParse(smsUrl) || !/^https?:$/.test(new URL(smsUrl).protocol) || isLinkLocal(smsUrl)) {
    throw new ConfigError(
      'SMS_URL is not an address that is understood: set it to the http or https address of the SMS gateway, or remove it to send no SMS.',
    )
  }
  if (!token) throw new ConfigError('SMS_TOKEN is missing: set it to the token or API key that SMS_URL knows.')
  if (reportToken && reportToken.length < 16)
    throw new ConfigError(
      `SMS_REPORT_TOKEN has ${reportToken.length} characters: set it to a random text of at least 16.`,
    )
  return Object.freeze({ url: smsUrl.replace(/\/+$/, ''), token, reportToken: reportToken || null })
}

/** Hosts with commas between, each a name or a number, with a port or without. */
function readHosts(env: Environment, name: 'EGRESS_ALLOW' | 'PAYMENT_HOSTS' | 'EWAY_HOSTS'): readonly string[] {
  const given = (env[name] ?? '').split(/[\s,]+/).filter(Boolean)
  return given.map(host => {
    const read = URL.parse(`http://${host}`)
    // A port that http leaves out is written all the same, as https may be meant.
    const port = /:\d+$/.exec(host)?.[0] ?? ''
    if (read && read.pathname === '/' && !read.username && !/[/?#@*]/.test(host)) return `${read.hostname}${port}`
    throw new ConfigError(
      `${name} names "${host}": write hosts with commas between, such as sap.internal or 10.1.2.3:8443.`,
    )
  })
}

function readRedisUrl(env: Environment): string | null {
  const given = env.REDIS_URL
  if (!given) return null
  if (URL.canParse(given) && /^rediss?:$/.test(new URL(given).protocol)) return given
  // The value is not repeated: it may hold a password.
  throw new ConfigError(
    'REDIS_URL is not an address that is understood: write it as redis://user:password@host:6379, or remove it.',
  )
}

function readPostingTimes(env: Environment): number {
  const timesText = env.POSTING_LIMITS_TIMES || '1'
  if (/^[1-9]\d{0,3}$/.test(timesText)) return Number(timesText)
  throw new ConfigError(
    `POSTING_LIMITS_TIMES is "${timesText}": set it to how many times as much people outside may create, 1 to 9999.`,
  )
}

function readProxies(env: Environment): number {
  const proxiesText = env.TRUSTED_PROXIES || '0'
  if (!/^\d$/.test(proxiesText)) {
    throw new ConfigError(
      `TRUSTED_PROXIES is "${proxiesText}": set it to the number of proxies in front of the portal, 0 to 9.`,
    )
  }
  return Number(proxiesText)
}

function readPortalUrl(env: Environment, environment: Config['environment']): string {
  const portalUrl = env.PORTAL_URL
  if (!portalUrl && environment === 'production' && env.SMTP_URL) {
    throw new ConfigError('PORTAL_URL is missing: set it to the address of the portal, for the links in mails.')
  }
  if (portalUrl && (!URL.canParse(portalUrl) || !/^https?:$/.test(new URL(portalUrl).protocol))) {
    throw new ConfigError(`PORTAL_URL is "${portalUrl}": set it to an http or https address.`)
  }
  return (portalUrl || `http://localhost:${readPort(env)}`).replace(/\/+$/, '')
}

function readMetricsToken({ METRICS_TOKEN: token }: Environment): string | null {
  if (!token) return null
  if (token.length < 16)
    throw new ConfigError(`METRICS_TOKEN has ${token.length} characters: set it to a random text of at least 16.`)
  return token
}

function readSecret(env: Environment, environment: Config['environment'], home: string): string {
  const secret = env.BILTY_SECRET
  if (secret && secret.length < 32) {
    throw new ConfigError(`BILTY_SECRET has ${secret.length} characters: set it to a random text of at least 32.`)
  }
  if (secret) return secret
  if (environment === 'production') {
    throw new ConfigError('BILTY_SECRET is missing: in production set it to a random text of at least 32 characters.')
  }
  return environment === 'test' ? randomBytes(32).toString('hex') : storedSecret(home)
}

function storedSecret(home: string): string {
  const file = join(home, 'secret')
  try {
    mkdirSync(home, { recursive: true })
    writeFileSync(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new ConfigError(`BILTY_HOME is ${home}, which cannot be written: set it to a folder that can.`)
    }
  }
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < 32) {
    throw new ConfigError(`BILTY_SECRET is not set and the one kept in ${file} is damaged: delete that file.`)
  }
  return secret
}
