import type { Middleware } from 'koa'
import { withPatience } from './platform/patience.ts'

/** Milliseconds that one statement may take that reads much for somebody who waits. */
const PATIENCE_OF_FILES = 60_000

/** Where people ask for much at once. */
const MUCH = ['/api/export/', '/api/sheets/', '/api/compare/', '/api/history', '/api/import']

/** Lets the statements of requests that ask for much at once take longer. */
export const grantPatience: Middleware = (ctx, next) =>
  MUCH.some(path => ctx.path.startsWith(path)) ? withPatience(PATIENCE_OF_FILES, next) : next()
