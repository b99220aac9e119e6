import { create } from 'zustand'

/** `asked`: the member whose purchase was refused until they have seen where they stand. */
export const useReality = create<{ asked: string | undefined }>()(() => ({ asked: undefined }))
