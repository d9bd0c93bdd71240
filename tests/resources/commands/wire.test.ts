import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import '../../../api/rooms.ts'
import { openApi } from '../../../api/derive/docs/openapi.ts'
import { describedRoutes } from '../../../api/derive/docs/route.ts'
import { commands } from '../../../resources/commands.ts'
import type { Command } from '../../../resources/define/command.ts'
import { resourceAt } from '../../../resources/registry.ts'
import { ADD_ROUTE, routeAccess } from '../../support/route-access.ts'
import { wireOf } from './wire.ts'
import { wireChanges } from './wire-changes.ts'

const requestIn = (line: string) => line.split(' | ')[0]!
const linesOf = (lines: readonly string[]) => new Map(lines.map(line => [requestIn(line), line]))

/** What every request looked like before commands were declared. */
const before = linesOf(
  readFileSync(join(import.meta.dirname, 'wire-before.txt'), 'utf8')
    .trim()
    .split('\n'),
)
const served = [...describedRoutes().keys()]
const now = linesOf(wireOf(openApi() as never, served))

it('every request that was served is still served, and each that looks different says why', () => {
  const gone = [...before.keys()].filter(request => !now.has(request))
  const different = [...now].filter(([request, line]) => before.has(request) && before.get(request) !== line)
  expect([...gone, ...different.map(([request]) => request)].toSorted()).toEqual(Object.keys(wireChanges).toSorted())
})

it('every declared command is described, once', () => {
  const requests = commands.map(one => (one as Command).request)
  expect(new Set(requests).size).toBe(requests.length)
  expect(requests.filter(request => !now.has(request))).toEqual([])
})

it('every declared command says once more who may ask', () => {
  const asked = commands.map(one => (one as Command).path.replace(/\/\{.*/, '')).filter(path => !resourceAt(path))
  expect(
    asked.filter(path => !(`api/${path}` in routeAccess)),
    ADD_ROUTE,
  ).toEqual([])
})
