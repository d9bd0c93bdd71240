import { getServiceOptions } from '@feathersjs/feathers/lib/service.js'
import type { Application } from '@feathersjs/koa'

const REQUESTS: Readonly<Record<string, string>> = {
  find: 'GET ',
  get: 'GET /{id}',
  create: 'POST ',
  patch: 'PATCH /{id}',
  remove: 'DELETE /{id}',
}

/** Returns the method and path of all services and routes as the document writes them: `GET /imports/{id}`. */
export function operationsOf(app: Application, routes: readonly string[]): string[] {
  const ofServices = Object.entries(app.services as Record<string, object>).flatMap(([path, service]) =>
    (getServiceOptions(service).methods ?? []).flatMap(method => {
      const [verb, more] = REQUESTS[method]?.split(' ') ?? []
      return verb ? [`${verb} /${path.replace(/:(\w+)/g, '{$1}')}${more}`] : []
    }),
  )
  const ofRoutes = routes.map(route => route.replace(/:(\w+)/g, '{$1}').replace('*path', '{path}'))
  return [...ofServices, ...ofRoutes].map(one => one.replace(' /api/', ' /')).sort()
}
