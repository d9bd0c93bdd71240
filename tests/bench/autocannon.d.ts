declare module 'autocannon' {
  interface Request {
    method?: string
    path?: string
    body?: string
    headers?: Record<string, string>
    setupRequest?(request: Request): Request
  }
  interface Options {
    url: string
    connections: number
    duration: number
    requests: Request[]
  }
  interface Result {
    duration: number
    requests: { total: number }
    non2xx: number
    errors: number
    timeouts: number
  }
  export default function autocannon(options: Options): Promise<Result>
}
