import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from './config.ts'

/**
 * Where a simulator stores its own data: beside the portal's database, so that a fresh database gets a fresh simulator.
 */
export function simulatorFile(
  { databaseUrl, home }: Pick<Config, 'databaseUrl' | 'home'>,
  name: 'sap' | 'gateway' | 'sms',
): string {
  if (databaseUrl.startsWith('sqlite:'))
    return `${databaseUrl.slice('sqlite:'.length).replace(/\.sqlite$/, '')}.${name}.sqlite`
  return join(home, `${new URL(databaseUrl).pathname.slice(1)}.${name}.sqlite`)
}

/** Whether the built-in simulator answers for SAP: outside production, where no SAP is configured. */
export const isSapSimulated = ({ sap, environment }: Pick<Config, 'sap' | 'environment'>) =>
  sap === null && environment !== 'production'

/** Whether the built-in simulator takes the SMS: outside production, where no gateway is configured. */
export const isSmsSimulated = ({ sms, environment }: Pick<Config, 'sms' | 'environment'>) =>
  sms === null && environment !== 'production'

/** A simulator's password or shared secret, derived from the portal's own. */
export const simulatorSecret = ({ secret }: Pick<Config, 'secret'>, name: string) =>
  createHmac('sha256', secret).update(`simulator ${name}`).digest('hex')
