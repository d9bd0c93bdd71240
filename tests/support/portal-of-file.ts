import { afterAll, beforeAll } from 'vitest'
import type { ApiClient, TestPortal } from './portal.ts'

/** The portal of a file or of a `describe`, and its people: there in its tests and in hooks that come later. */
interface SharedPortal extends TestPortal {
  /** Somebody who signs in, by their login, when the portal has started. */
  person(login: string): ApiClient
  /** Somebody who is made for these tests. */
  person(make: (portal: TestPortal) => Promise<ApiClient>): ApiClient
}

/** What is read of it is read of what is made by then. */
const later = <T extends object>(made: () => T): T =>
  new Proxy({} as T, { get: (_, name) => Reflect.get(made(), name) })

/** Starts a portal before the tests of a file or of a `describe`, signs in its people in their order, and closes it. */
export function portalOfFile(start: () => Promise<TestPortal>): SharedPortal {
  let started: TestPortal | undefined
  beforeAll(async () => {
    started = await start()
  })
  afterAll(() => started?.close())
  const portal = later(() => started!)
  const person = (who: string | ((portal: TestPortal) => Promise<ApiClient>)): ApiClient => {
    let client: ApiClient | undefined
    beforeAll(async () => {
      client = await (typeof who === 'string' ? portal.as(who) : who(portal))
    })
    return later(() => client!)
  }
  return new Proxy(portal as SharedPortal, {
    get: (_, name) => (name === 'person' ? person : Reflect.get(portal, name)),
  })
}
