import type { Upload } from './derive/import-upload.ts'

/** The files that are not simply rows of one master, in the order of §K. */
export const uploads: readonly Upload[] = []
