// As much of Node as the client uses, for a tsc without Node's own types.
declare module "node:child_process" {
  export function spawn(program: string, words: string[], options: object): any;
  export function spawnSync(program: string, words: string[], options: object): { stdout: unknown; stderr: unknown; status: number | null; error?: Error };
}
declare module "node:crypto" { export function randomUUID(): string; }
declare module "node:fs" {
  export function existsSync(path: string): boolean;
  export function accessSync(path: string, mode: number): void;
  export function statSync(path: string): { isFile(): boolean; mtimeMs: number };
  export function openSync(path: string, flags: string): number;
  export function readSync(file: number, buffer: Buffer): number;
  export function closeSync(file: number): void;
  export const constants: { X_OK: number };
}
declare module "node:path" {
  export const delimiter: string;
  export const sep: string;
  export function isAbsolute(path: string): boolean;
  export function join(...parts: string[]): string;
}
declare module "node:url" { export function fileURLToPath(url: URL): string; }
declare const process: { env: Record<string, string | undefined>; cwd(): string; emitWarning(text: string, type: string): void };
declare class URL { constructor(text: string, base: string); }
declare function setTimeout(done: (value: any) => void, milliseconds: number): number;
declare function clearTimeout(timer: number | undefined): void;
interface Buffer { indexOf(byte: number): number; subarray(from: number, to?: number): Buffer; length: number; toString(encoding?: string, from?: number, to?: number): string; }
declare const Buffer: { alloc(length: number): Buffer; concat(parts: Buffer[]): Buffer };
interface ImportMeta { url: string; }
