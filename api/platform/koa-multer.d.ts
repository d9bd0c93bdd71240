declare module '@koa/multer' {
  import type { Middleware } from 'koa'

  /** One uploaded file, held in memory. */
  export interface UploadedFile {
    originalname: string
    mimetype: string
    size: number
    buffer: Buffer
  }
  /** One uploaded file, stored under this name. */
  export interface StoredUpload extends Omit<UploadedFile, 'buffer'> {
    filename: string
  }
  interface Options {
    storage?: unknown
    limits?: { fileSize?: number; files?: number; fields?: number; fieldSize?: number; parts?: number }
    defParamCharset?: string
  }
  interface Multer {
    (options: Options): { single(field: string): Middleware; array(field: string, most: number): Middleware }
    memoryStorage(): unknown
    diskStorage(options: {
      destination: string
      filename: (request: unknown, file: unknown, done: (error: null, name: string) => void) => void
    }): unknown
  }
  const multer: Multer
  export default multer
}
