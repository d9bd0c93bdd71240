declare module '@koa/multer' {
  import type { Middleware } from 'koa'

  /** One uploaded file, held in memory. */
  export interface UploadedFile {
    originalname: string
    mimetype: string
    size: number
    buffer: Buffer
  }
  interface Options {
    storage?: unknown
    limits?: { fileSize?: number; files?: number; fields?: number; fieldSize?: number; parts?: number }
    defParamCharset?: string
  }
  interface Multer {
    (options: Options): { single(field: string): Middleware; array(field: string, most: number): Middleware }
    memoryStorage(): unknown
  }
  const multer: Multer
  export default multer
}
