'''
x = '1'
'''
__version__ = '2.3.1+cu121'
cuda: Optional[str] = r"12.1" # c
hip = None
n = -1.5
d = f(
'a')
