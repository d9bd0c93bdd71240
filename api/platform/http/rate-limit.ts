import { TooManyRequests } from '@feathersjs/errors'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'

/** So many tries in so many seconds; after that, wait for the rest of them, or for `pause` seconds where given. */
interface Allowance {
  tries: number
  seconds: number
  pause?: number
  /** What is tried, as the refusal calls it. */
  what?: string
}

/** Counts tries by a key, such as an address or a login. */
export interface RateLimit {
  /** Counts one try; throws 429 with the seconds to wait when there were too many. `most` overrides the declared number. */
  take(key: string, most?: number): Promise<void>
  /** Takes back a try that was no guess. */
  refund(key: string): Promise<void>
}

/** Makes the limits of one portal by name. `close` ends the connection to the store that they share. */
export interface RateLimits {
  of(name: string, allowance: Allowance): RateLimit
  close(): Promise<void>
}

/**
 * Limits that all processes of the portal share in Redis where `redisUrl` names one, else each in its own memory. While
 * Redis does not answer, each process counts by itself: nobody is locked out, and nobody is let through uncounted.
 */
export async function rateLimits({ redisUrl }: Pick<Config, 'redisUrl'>, log: Log): Promise<RateLimits> {
  const client = redisUrl ? await connect(redisUrl, log) : null
  return {
    of(name, { tries, seconds, pause = 0, what }) {
      const options = { points: tries, duration: seconds, blockDuration: pause, keyPrefix: `bilty:${name}` }
      const memory = new RateLimiterMemory(options)
      const limiter = client
        ? new RateLimiterRedis({
            ...options,
            storeClient: client,
            useRedisPackage: true,
            rejectIfRedisNotReady: true,
            insuranceLimiter: memory,
          })
        : memory
      return {
        async take(key, most = tries) {
          limiter.points = most
          memory.points = most
          await limiter.consume(key).catch(refused => refuse(refused, what))
        },
        async refund(key) {
          await limiter.reward(key, 1)
        },
      }
    },
    async close() {
      client?.destroy()
    },
  }
}

function refuse(refused: unknown, what?: string): never {
  if (!(refused instanceof RateLimiterRes)) throw refused
  throw tooManyTries(Math.max(1, Math.ceil(refused.msBeforeNext / 1000)), what)
}

/** 429 with the seconds to wait. */
export function tooManyTries(retryAfter: number, what = 'tries') {
  const minutes = Math.ceil(retryAfter / 60)
  const wait = retryAfter <= 30 ? `${retryAfter} seconds` : minutes === 1 ? 'a minute' : `${minutes} minutes`
  const message = `Too many ${what}. Please wait ${wait} and try again.`
  return new TooManyRequests(message, { retryAfter, errors: [{ field: '', code: 'RATE_LIMITED', message }] })
}

async function connect(url: string, log: Log) {
  // The client is loaded only where a Redis is configured.
  const { createClient } = await import('redis')
  const client = createClient({ url, disableOfflineQueue: true, commandOptions: { timeout: 1000 } })
  let logged = false
  client.on('ready', () => {
    logged = false
  })
  client.on('error', err => {
    if (!logged) log.warn({ err }, 'Redis does not answer: each process counts tries separately')
    logged = true
  })
  // Not awaited: a portal starts without its Redis too.
  const connected = client.connect().catch(() => undefined)
  await Promise.race([connected, new Promise(resolve => setTimeout(resolve, 2000).unref())])
  return client
}
