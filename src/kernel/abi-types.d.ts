// Names that AssemblyScript gives to its integers, for TypeScript: abi.ts is compiled by both.
declare type u32 = number;
declare type usize = number;
